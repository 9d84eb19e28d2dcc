"""Encoded sentences of the models of grammar, one by one and in batches."""

from typing import NamedTuple

import numpy as np

from zoo.atpl.word_affixes import NUM_AFFIXES
from zoo.tree_lstm.encoded_arrays import as_array, encoded_arrays, lengths

# Of a position that has no class.
NO_CLASS = -1


class WordRow(NamedTuple):
    """A sentence: arrays with an entry for each word.

    Attributes:
        token_ids: int32 `(T,)`, from 1.
        vector_ids: int32 `(T,)`, or None.
        affix_ids: int32 `(T, NUM_AFFIXES)`, or None.
        labels: int32 `(T,)`, classes of the words, or None.
    """

    token_ids: np.ndarray
    vector_ids: np.ndarray | None = None
    affix_ids: np.ndarray | None = None
    labels: np.ndarray | None = None


class WordRows:
    """How sentences become the input of a model; see `TreeRows`.

    Args:
        features: which of `"vector_ids"` and `"affix_ids"` the model reads.
        room: number of places behind the longest sentence, for END.
    """

    arity = None
    target_rank = 2

    def __init__(self, features=(), room=0):
        self.features = tuple(features)
        self.room = room

    @property
    def names(self):
        return ("token_ids", *self.features)

    @property
    def ranks(self):
        return tuple(3 if name == "affix_ids" else 2 for name in self.names)

    def size(self, row):
        """What a row costs, its number of words."""
        return len(row.token_ids)

    def slots(self, rows):
        return None

    def from_encoded(self, x, vocabulary_size):
        """Takes batches apart that someone else encoded.

        Args:
            x: dict of `token_ids` `(B, T)`, where 0 fills up, of the other
                `names`, and maybe of `labels` `(B, T)`.
            vocabulary_size: number of ids.

        Returns:
            A list of `WordRow`s.

        Raises:
            TypeError, ValueError: if something is missing or malformed.
        """
        arrays = encoded_arrays(x, self.names, vocabulary_size)
        sizes = lengths(arrays["token_ids"] != 0, "token_ids")
        if "labels" in x:
            arrays["labels"] = as_array(x["labels"])
        self._check_affixes(arrays)
        return [
            WordRow(
                **{
                    name: array[row, :size].astype(np.int32)
                    for name, array in arrays.items()
                }
            )
            for row, size in enumerate(sizes)
        ]

    def stack(self, rows, slots=None, schedule=False, bucket=False):
        """Puts rows together, filled up to the longest.

        Returns:
            `(x, labels)`: the dict that the model reads, and `(B, T)`, -1
            where there is no class, or None if rows have none.
        """
        length = max(1, *map(self.size, rows)) + self.room
        if bucket:
            length = 1 << (length - 1).bit_length()
        x = {
            name: filled([getattr(row, name) for row in rows], length)
            for name in self.names
        }
        if rows[0].labels is None:
            return x, None
        labels = filled([row.labels for row in rows], length, NO_CLASS)
        return x, labels

    def _check_affixes(self, arrays):
        shape = arrays.get("affix_ids", np.zeros((1, 1, NUM_AFFIXES))).shape
        if len(shape) != 3 or shape[2] != NUM_AFFIXES:
            raise ValueError(
                f"`affix_ids` must have the shape (B, T, {NUM_AFFIXES}), as "
                f"`word_affixes` gives them. Received shape {shape}."
            )


def filled(rows, length, value=0):
    """Arrays of different lengths as one, with a value behind each."""
    shape = (len(rows), length, *rows[0].shape[1:])
    array = np.full(shape, value, rows[0].dtype)
    for place, row in enumerate(rows):
        array[place, : len(row)] = row
    return array
