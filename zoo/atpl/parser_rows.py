"""Encoded sentences with rows of trees, one by one and in batches."""

from typing import NamedTuple

import numpy as np

from zoo.atpl.label_classes import NULL
from zoo.atpl.word_rows import NO_CLASS, WordRow, WordRows, filled


class ParserRow(NamedTuple):
    """A sentence, maybe with its tree.

    Attributes:
        words: a `WordRow`.
        pos: int32 `(T,)`, classes of the words; None without a tree.
        bits, labels: int32 `(K - 1, T)`, the rows of the tree.
        spans: int32 `(N, 3)`, first word, last word and label of each phrase.
    """

    words: WordRow
    pos: np.ndarray | None = None
    bits: np.ndarray | None = None
    labels: np.ndarray | None = None
    spans: np.ndarray | None = None


class ParserRows(WordRows):
    """How sentences with trees become the input of a parser.

    Args:
        features: see `WordRows`.
        max_rows: the number of rows that a network reads; higher trees are
            cut.
        targets: `"rows"`, or `"spans"`, what a network is trained on.
    """

    def __init__(self, features=(), max_rows=19, targets="rows"):
        super().__init__(features)
        self.max_rows = max_rows
        self.targets = targets

    def size(self, row):
        return len(row.words.token_ids)

    def from_encoded(self, x, vocabulary_size):
        return [
            ParserRow(row._replace(labels=None))
            for row in super().from_encoded(_without_labels(x), vocabulary_size)
        ]

    def stack(self, rows, slots=None, schedule=False, bucket=False):
        """Puts rows together, filled up to the longest and the highest.

        Returns:
            `(x, pos)`: with trees `x` also has `pos` `(B, T)`, and either
            `bits`, `labels` `(B, K - 1, T)` and `row_mask` `(B, K - 1)`, or
            `span_labels` `(B, T, T)`.
        """
        words = WordRows(self.features)
        x, _ = words.stack([row.words for row in rows], bucket=bucket)
        if rows[0].pos is None:
            return x, None
        length = x["token_ids"].shape[1]
        pos = filled([row.pos for row in rows], length, NO_CLASS)
        x["pos"] = np.maximum(pos, 0)
        if self.targets == "spans":
            x["span_labels"] = _span_labels(rows, length)
        else:
            x |= _row_arrays(rows, length, self.max_rows)
        return x, pos


def _without_labels(x):
    return {name: value for name, value in x.items() if name != "labels"}


def _span_labels(rows, length):
    labels = np.full((len(rows), length, length), NULL, np.int32)
    for place, row in enumerate(rows):
        first, last, label = row.spans.T
        labels[place, first, last] = label
    return labels


def _row_arrays(rows, length, max_rows):
    height = max(1, *(min(len(row.bits), max_rows) for row in rows))
    shape = (len(rows), height, length)
    bits = np.zeros(shape, np.int32)
    labels = np.full(shape, NULL, np.int32)
    mask = np.zeros(shape[:2], bool)
    for place, row in enumerate(rows):
        count = min(len(row.bits), max_rows)
        size = row.bits.shape[1]
        bits[place, :count, :size] = row.bits[:count]
        labels[place, :count, :size] = row.labels[:count]
        mask[place, :count] = True
    return {"bits": bits, "labels": labels, "row_mask": mask}


def spans_of_rows(bits, labels):
    """First word, last word and label of the phrases that rows say.

    Args:
        bits: alternating bits `(K - 1, T)`.
        labels: classes `(K - 1, T)`, `NULL` where a part is carried over.

    Returns:
        int32 `(N, 3)`. Of a chain over the same words the lowest is left out.
    """
    length = bits.shape[1]
    found = {}
    for row_bits, row_labels in zip(bits, labels, strict=True):
        starts = np.flatnonzero(np.diff(row_bits, prepend=1 - row_bits[0]))
        lasts = np.append(starts[1:], length) - 1
        for first, last in zip(starts, lasts, strict=True):
            if row_labels[first] != NULL:
                found[first, last] = row_labels[first]
    triples = [(*span, label) for span, label in found.items()]
    return np.array(triples, np.int32).reshape(-1, 3)
