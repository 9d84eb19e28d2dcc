"""Encoded trees, one by one and in batches."""

import numpy as np

from keras_tpr.trees import TreeArrays, TreeBatch
from zoo.tree_lstm.encoded_arrays import encoded_arrays, lengths


class TreeRows:
    """How a tree becomes a row, and rows the input of a model.

    A row is a `TreeArrays`. Every model of this family has such an object;
    `SequenceRows` and `PairRows` offer the same.

    Args:
        arity: the number of slots for children; None for any number.
    """

    names = ("token_ids", "children", "node_mask")
    ranks = (2, 3, 2)
    target_rank = 2

    def __init__(self, arity=None):
        self.arity = arity

    def size(self, row):
        """What a row costs, its number of nodes."""
        return len(row.labels)

    def slots(self, rows):
        """The number of slots that all rows fit into."""
        if self.arity is not None:
            return self.arity
        return max(row.children.shape[1] for row in rows)

    def from_encoded(self, x, vocabulary_size):
        """Takes batches apart that someone else encoded.

        Args:
            x: dict of `token_ids` `(B, N)`, `children` `(B, N, K)`,
                `node_mask` `(B, N)` and maybe `labels` `(B, N)`.
            vocabulary_size: number of words.

        Returns:
            A list of rows.

        Raises:
            TypeError, ValueError: if something is missing or malformed.
        """
        arrays = encoded_arrays(x, self.names, vocabulary_size)
        children = arrays["children"]
        if children.ndim != 3 or self.arity not in (None, children.shape[2]):
            slots = "K" if self.arity is None else self.arity
            raise ValueError(
                f"`children` must have the shape (B, N, {slots}). Received "
                f"shape {children.shape}."
            )
        sizes = lengths(arrays["node_mask"], "node_mask")
        labels = x.get("labels")
        if labels is None:
            labels = np.full(arrays["token_ids"].shape, -1)
        labels = np.asarray(labels, np.int32)
        return [
            TreeArrays(
                children[i, :size].astype(np.int32),
                labels[i, :size],
                arrays["token_ids"][i, :size].astype(np.int32),
            )
            for i, size in enumerate(sizes)
        ]

    def stack(self, rows, slots, schedule=True, bucket=False):
        """Puts rows together, filled up to the largest.

        Args:
            rows: a list of rows.
            slots: the number of slots for children.
            schedule: whether to make the `schedule` of `TreeLSTM`.
            bucket: whether the number of nodes, and of slots, is rounded up
                to a power of two, so that there are few different shapes.

        Returns:
            `(x, labels)`: the dict that the model reads, and `(B, N)`.
        """
        num_nodes = max(1, *map(self.size, rows))
        if bucket:
            num_nodes = _power_of_two(num_nodes)
            slots = slots if self.arity else _power_of_two(slots)
        widest = rows[0]
        rows = [
            widest._replace(children=_with_slots(widest.children, slots)),
            *rows[1:],
        ]
        batch = TreeBatch.from_arrays(
            rows, num_nodes=num_nodes, schedule=schedule
        ).to_dict()
        labels = batch.pop("labels")
        del batch["root"]
        return batch, labels


def _with_slots(children, slots):
    """One tree has them all, so that the batch has."""
    free = slots - children.shape[1]
    return np.pad(children, ((0, 0), (0, free)), constant_values=-1)


def _power_of_two(number):
    return 1 << (number - 1).bit_length()
