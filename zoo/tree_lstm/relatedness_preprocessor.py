"""What the preprocessors of the relatedness models share."""

import numpy as np

from keras_tpr.trees import Tree
from zoo.tree_lstm.pair_rows import PairRows
from zoo.tree_lstm.read_tree import is_nltk_tree
from zoo.tree_lstm.sentence_preprocessor import (
    SentencePreprocessor,
    at_place,
    sentence_list,
    target_list,
)

SIDES = ("left", "right")


class RelatednessPreprocessor(SentencePreprocessor):
    """Turns pairs of sentences and their scores into rows.

    Pairs come as a list of pairs; or, as keras-hub has them, as a tuple of
    two lists, of the left and the right sentences; or as a dict of these,
    `left` and `right`.

    Args:
        tokenizer, reader, lowercase: see `SentencePreprocessor`.
        num_classes: the highest score; the lowest is 1.
    """

    def __init__(
        self, tokenizer, reader, lowercase=False, num_classes=5, **kwargs
    ):
        super().__init__(tokenizer, reader, lowercase, **kwargs)
        self.num_classes = num_classes
        self._row_kind = PairRows(reader.row_kind)

    @property
    def row_kind(self):
        return self._row_kind

    @property
    def target_dtype(self):
        return "float32"

    def encode(self, x, y=None, labelled=False):
        pairs = pair_list(x)
        rows = []
        for place, pair in enumerate(pairs):
            for side, value in zip(SIDES, pair, strict=True):
                try:
                    sentence = self.reader.read(value)
                    rows.append(self.reader.row(sentence, self.word_id))
                except (TypeError, ValueError) as error:
                    raise at_place(f"x[{place}], {side}", error) from error
        rows = list(zip(rows[::2], rows[1::2], strict=True))
        if not labelled:
            return rows, None
        return rows, scores(y, len(rows), self.num_classes)

    def get_config(self):
        return {**super().get_config(), "num_classes": self.num_classes}


def pair_list(x):
    """A list of pairs of sentences.

    Args:
        x: such a list; or a tuple of two lists, or a dict of them, `left` and
            `right`.

    Raises:
        TypeError, ValueError: if it is neither, or lengths differ.
    """
    if isinstance(x, tuple) and len(x) == 2:
        x = dict(zip(SIDES, x, strict=True))
    if isinstance(x, dict):
        if set(x) != set(SIDES):
            raise ValueError(
                "Pairs in a dict are two lists, `left` and `right`. Received "
                f"the keys {sorted(map(str, x))}."
            )
        left, right = (sentence_list(x[s], f'x["{s}"]') for s in SIDES)
        if len(left) != len(right):
            raise ValueError(
                "`left` and `right` must have a sentence for each pair. "
                f"Received {len(left)} and {len(right)}."
            )
        return list(zip(left, right, strict=True))
    if isinstance(x, (str, bytes, Tree)) or is_nltk_tree(x):
        raise TypeError(
            "`x` must be a list of pairs of sentences. Received a single "
            f"{type(x).__name__}."
        )
    pairs = sentence_list(x)
    for place, pair in enumerate(pairs):
        if not isinstance(pair, (list, tuple)) or len(pair) != 2:
            raise ValueError(
                f"`x[{place}]` must be a pair of sentences. Received "
                f"{pair!r:.80}."
            )
    return [tuple(pair) for pair in pairs]


def scores(y, count, highest):
    """Scores of so many pairs as float32, checked."""
    if y is None:
        raise ValueError(
            f"`y` is missing: each pair has a score from 1 to {highest}."
        )
    values = np.asarray(target_list(y, count), "float32").reshape(-1)
    # A NaN is not within either.
    wrong = np.flatnonzero(~((values >= 1) & (values <= highest)))
    if len(values) != count or len(wrong):
        shown = f"{values[wrong[0]]} at {wrong[0]}" if len(wrong) else y
        raise ValueError(
            f"`y` must be scores from 1 to {highest}, one for each pair. "
            f"Received {shown!s:.80}."
        )
    return values
