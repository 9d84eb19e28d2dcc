"""Splits sentences as people write them into the words of a data set."""

import functools
import re

from zoo.sentence_cnn.tweet_words import tweet_words

_MARK = "\N{RIGHT DOUBLE QUOTATION MARK}"
_CLOSING = re.compile(rf"{_MARK}|(?<!\S)''(?!\S)")
SPLITTINGS = ("treebank", "tweet", "space")


def sentence_words(text, splitting="treebank"):
    """The words of one text; punctuation marks are words.

    Text that is split already, its words separated by spaces, stays as it is.

    Args:
        text: a string.
        splitting: `"treebank"` as in the Penn Treebank ("don't" is "do n't"),
            which SST and TREC follow; `"tweet"`, see `tweet_words`; `"space"`
            at white space only.

    Returns:
        A list of words; empty for a text without any.

    Example:

    >>> from zoo.sentence_cnn.sentence_words import sentence_words
    >>> sentence_words("Who wrote Hamlet?")
    ['Who', 'wrote', 'Hamlet', '?']
    """
    if splitting == "tweet":
        return tweet_words(text)
    if splitting == "treebank":
        # A closing quote that stands alone would be taken for an opening one.
        text = _CLOSING.sub(f" {_MARK} ", text)
        words = _treebank().tokenize(text)
        return ["''" if word == _MARK else word for word in words]
    return text.split()


@functools.cache
def _treebank():
    # Takes a second, which sentences given as words do not need.
    from nltk.tokenize.treebank import TreebankWordTokenizer

    return TreebankWordTokenizer()
