"""Raw sentences as encoded rows, whatever tree they may come with."""

import reprlib

import numpy as np

from keras_tpr.trees import Tree, from_brackets, from_nltk
from zoo.sentence_cnn.sentence_words import sentence_words
from zoo.tree_lstm.looks_like_tree import looks_like_tree
from zoo.tree_lstm.read_tree import BYTE_ORDER_MARK, is_nltk_tree
from zoo.tree_lstm.sequence_rows import SequenceRows


class TextReader:
    """Reads texts, lists of words, or trees for their words.

    A text in one string is split as in the Penn Treebank, so that "great." is
    two words; one that is split already stays as it is, and so do lists.

    See `TreeReader` for the methods.
    """

    def __init__(self):
        self.row_kind = SequenceRows()

    def read(self, value):
        """The words of a raw input: a `Tree` if it was one, else a list."""
        if isinstance(value, bytes):
            value = value.decode("utf-8")
        if is_nltk_tree(value):
            return from_nltk(value)
        if isinstance(value, str):
            value = value.removeprefix(BYTE_ORDER_MARK)
            if looks_like_tree(value):
                return from_brackets(value, unescape=True)
            value = sentence_words(value)
        if isinstance(value, Tree):
            return value
        if not isinstance(value, (list, tuple)) or not all(
            isinstance(word, str) for word in value
        ):
            raise TypeError(
                "A sentence is a text, a list of words or a tree. Received "
                f"{type(value).__name__}: {reprlib.repr(value)}."
            )
        _check_words(value)
        return list(value)

    def row(self, sentence, word_id):
        words = sentence.words() if isinstance(sentence, Tree) else sentence
        ids = np.array([word_id(word) for word in words], np.int32)
        # Words without an id are left out.
        return ids[ids > 0]

    def labelled(self, sentence, row, classes, target=None):
        if not len(row):
            raise ValueError("none of its words is in the vocabulary")
        if target is None:
            target = getattr(sentence, "label", None)
        number = classes.number(target)
        if number < 0:
            raise ValueError(
                "the sentence has no class. Give `y`, or a tree whose root "
                "has a label"
            )
        return row, number


def _check_words(words):
    if not words:
        raise ValueError("The sentence is empty. Leave it out.")
    for word in words:
        if not word.strip():
            raise ValueError(
                f"The word {word!r} is blank. Take it out of the sentence."
            )
