"""Splits raw text into words, identically in Python and in a TensorFlow graph.

Both versions read one table of characters, so that a vocabulary counted in
Python matches the words an input pipeline sees, whatever the locale and
whatever Unicode version TensorFlow was built with.
"""

import functools
import string
import unicodedata

import numpy as np

MODES = ("caption", None)
# Every character with a lower case, and all punctuation, lies below this.
_TABLE_SIZE = 0x20000
# Curly apostrophes and Unicode hyphens count as the ASCII characters.
_INNER = {"'": "'", "\u2018": "'", "\u2019": "'"}
_INNER |= {"-": "-", "\u2010": "-", "\u2011": "-"}
_EDGES = "-'"
_EDGES_PATTERN = r"^[-']+|[-']+$"


def split_words(text, standardize="caption"):
    """Splits one text into a list of words.

    With `standardize="caption"` text is lower-cased character by character,
    and punctuation (Unicode category P and the ASCII symbols) separates words,
    except for an apostrophe or a hyphen inside a word: `"A man's T-shirt."`
    gives `["a", "man's", "t-shirt"]`. Two hyphens in a row separate words.
    Emoji and other symbols are kept. With `None` the text is split on white
    space and otherwise left alone. White space is what `str.isspace` says,
    so it includes new lines, tabs and the no-break space.

    Args:
        text: A string.
        standardize: `"caption"` or `None`.

    Returns:
        A list of words; empty for a text without any.

    Example:

    >>> from zoo.word_splitting import split_words
    >>> split_words("Two dogs -- running!")
    ['two', 'dogs', 'running']
    """
    text = text.translate(_changes(standardize))
    if standardize is None:
        return text.split()
    words = (w.strip(_EDGES) for w in text.replace("--", " ").split())
    return [word for word in words if word]


def lower_case(text):
    """Lower-cases as `split_words` does, one character for one."""
    # "İ" has a lower case of two.
    return "".join(character.lower()[0] for character in text)


def words_in_graph(inputs, standardize="caption"):
    """The words of a string tensor; the TensorFlow form of `split_words`.

    Args:
        inputs: Texts, a string tensor of rank 0 or 1, or tokens, which are
            not split again: a ragged or `""`-padded tensor of rank 2.
        standardize: `"caption"` or `None`.

    Returns:
        `tf.RaggedTensor` of strings (B, words), without empty ones.
    """
    import tensorflow as tf

    if inputs.shape.rank == 0:
        inputs = tf.expand_dims(inputs, 0)
    if inputs.shape.rank == 1:
        words = _split_in_graph(inputs, standardize)
    elif isinstance(inputs, tf.RaggedTensor):
        words = inputs
    else:
        words = tf.RaggedTensor.from_tensor(inputs)
    return tf.ragged.boolean_mask(words, words != "")


def _split_in_graph(texts, standardize):
    import tensorflow as tf

    # (B,) -> (B, characters)
    characters = tf.strings.unicode_decode(texts, "UTF-8")
    flat = characters.flat_values
    table = tf.constant(_table(standardize))
    mapped = tf.gather(table, tf.minimum(flat, _TABLE_SIZE - 1))
    mapped = tf.where(flat < _TABLE_SIZE, mapped, flat)
    texts = tf.strings.unicode_encode(
        characters.with_flat_values(mapped), "UTF-8"
    )
    if standardize is None:
        return tf.strings.split(texts)
    words = tf.strings.split(tf.strings.regex_replace(texts, "--", " "))
    return words.with_flat_values(
        tf.strings.regex_replace(words.flat_values, _EDGES_PATTERN, "")
    )


@functools.cache
def _table(standardize):
    """What each code point becomes, as int32 (`_TABLE_SIZE`,)."""
    convert = _blank_spaces if standardize is None else _caption_character
    characters = map(chr, range(_TABLE_SIZE))
    return np.array([ord(convert(c)) for c in characters], "int32")


@functools.cache
def _changes(standardize):
    """The rows of the table that change something, for `str.translate`."""
    table = _table(standardize)
    changed = np.flatnonzero(table != np.arange(_TABLE_SIZE))
    return {int(code): int(table[code]) for code in changed}


def _blank_spaces(character):
    return " " if character.isspace() else character


def _caption_character(character):
    if character in _INNER:
        return _INNER[character]
    if character.isspace() or _is_punctuation(character):
        return " "
    return lower_case(character)


def _is_punctuation(character):
    return (
        character in string.punctuation
        or unicodedata.category(character)[0] == "P"
    )
