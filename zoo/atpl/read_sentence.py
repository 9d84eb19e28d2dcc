"""A sentence in whatever form a person has it."""

import re
import reprlib
from typing import NamedTuple

from keras_tpr.trees import Tree, clean, from_brackets, from_nltk
from zoo.tree_lstm.read_tree import is_nltk_tree

# A bracket within the first one, or a leaf: no text begins like this.
_TREE = re.compile(r"\s*\(\s*[^\s()]*\s*\(|\s*\([^\s()]+\s+[^\s()]+\s*\)\s*$")
_BLANK = re.compile(r"\s", re.ASCII)


class Sentence(NamedTuple):
    """A sentence that was read.

    Attributes:
        words: a list of strings.
        tags: the part of speech of each; None if it came without.
        tree: its `Tree`; None if it came without.
    """

    words: list
    tags: list | None = None
    tree: Tree | None = None


def read_sentence(value):
    """Reads a sentence.

    Args:
        value: a text, which is split at blanks; a list of words, or of pairs
            of a word and its tag; a tree in brackets, a `Tree`, or an
            `nltk.Tree`. Trees are cleaned of traces and function tags.

    Returns:
        A `Sentence`, of no words for an empty text or list.

    Raises:
        TypeError: if it is nothing of that kind.
        ValueError: if a tree is malformed, or a word is blank or holds a
            blank; its place is given.

    Example:

    >>> from zoo.atpl.read_sentence import read_sentence
    >>> read_sentence("Dogs bark .").words
    ['Dogs', 'bark', '.']
    >>> read_sentence("(S (NNS Dogs) (VBP bark))").tags
    ['NNS', 'VBP']
    """
    if isinstance(value, bytes):
        value = value.decode("utf-8")
    if is_nltk_tree(value):
        value = from_nltk(value)
    if isinstance(value, str):
        if _TREE.match(value):
            value = from_brackets(value)
        else:
            return Sentence(value.split())
    if isinstance(value, Tree):
        return _of_tree(value)
    if not isinstance(value, (list, tuple)):
        raise TypeError(
            "A sentence is a text, a list of words, a list of pairs of a word "
            f"and its tag, or a tree. Received {type(value).__name__}: "
            f"{reprlib.repr(value)}."
        )
    if value and all(isinstance(pair, tuple) for pair in value):
        _check_pairs(value)
        words, tags = map(list, zip(*value, strict=True))
        return Sentence(_checked(words), tags)
    return Sentence(_checked(value))


def _of_tree(tree):
    tree = clean(tree)
    if tree is None:
        raise ValueError("The tree has traces only, no words.")
    return Sentence(_checked(tree.words()), tree.tags(), tree)


def _check_pairs(pairs):
    for pair in pairs:
        if len(pair) != 2 or not all(isinstance(part, str) for part in pair):
            raise TypeError(
                "A pair is a word and its tag, both strings. Received "
                f"{pair!r}."
            )


def _checked(words):
    for place, word in enumerate(words):
        if not isinstance(word, str):
            raise TypeError(
                f"Word {place + 1} must be a string. Received {word!r} of type "
                f"{type(word).__name__}."
            )
        if not word.strip() or _BLANK.search(word):
            problem = "holds a blank" if word.strip() else "is blank"
            raise ValueError(
                f"Word {place + 1} {problem}: {word!r}. Words have no blanks; "
                "take it out, or split it."
            )
    return list(words)
