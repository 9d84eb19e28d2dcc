"""Escapes of the Penn Treebank for characters that brackets cannot hold."""

import re

_ESCAPES = {
    "(": "-LRB-",
    ")": "-RRB-",
    "[": "-LSB-",
    "]": "-RSB-",
    "{": "-LCB-",
    "}": "-RCB-",
    "/": r"\/",
    "*": r"\*",
}
_CHARACTERS = {escape: character for character, escape in _ESCAPES.items()}
_ESCAPE = re.compile("|".join(map(re.escape, _CHARACTERS)))
_ALL = str.maketrans(_ESCAPES)
_ROUND = str.maketrans({bracket: _ESCAPES[bracket] for bracket in "()"})


def escape_all(word):
    """A word with all brackets, slashes and stars escaped."""
    return word.translate(_ALL)


def escape_round_brackets(word):
    """A word without the characters that mean structure."""
    return word.translate(_ROUND)


def unescape_word(word):
    """A word as it was before it was escaped.

    Example:

    >>> from keras_tpr.trees.bracket_escapes import unescape_word
    >>> unescape_word(r"1\\/2"), unescape_word(":-RRB-")
    ('1/2', ':)')
    """
    return _ESCAPE.sub(lambda match: _CHARACTERS[match.group()], word)
