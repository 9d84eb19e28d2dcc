"""Splits tweets into words, as Go et al. (2009) prepare them."""

import html
import re

USER = "<user>"
URL = "<url>"
_LINK = re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE)
_NAME = re.compile(r"(?<!\w)@\w+")
_RUN = re.compile(r"([^\W\d_])\1{2,}", re.IGNORECASE)
_EMOTICON = re.compile(
    r"(?<![\w])(?:[:;=8]\s?[-o*']?\s?[)(\]\[}{|/\\]+|[:;=]-?[DPp](?!\w)|<3)"
)
_WORD = re.compile(r"<user>|<url>|#?\w+(?:['’-]\w+)*|[^\w\s]")


def tweet_words(text):
    """The words of a tweet.

    Names of users and links become `<user>` and `<url>`, letters that occur
    three times and more in a row are cut to two, emoticons, by which the
    tweets of Sentiment140 were labelled, are left out, and all is lower-cased.

    Args:
        text: a string.

    Returns:
        A list of words; punctuation marks are words, tags keep their `#`.

    Example:

    >>> from zoo.sentence_cnn.tweet_words import tweet_words
    >>> tweet_words("@ann Sooooo hungry :-) http://t.co/x")
    ['<user>', 'soo', 'hungry', '<url>']

    Reference:
        Go et al., Twitter Sentiment Classification using Distant Supervision,
        2009, section 2.2.
    """
    text = html.unescape(text)
    text = _LINK.sub(f" {URL} ", text)
    text = _NAME.sub(f" {USER} ", text)
    text = _EMOTICON.sub(" ", text)
    text = _RUN.sub(r"\1\1", text)
    return _WORD.findall(text.lower())
