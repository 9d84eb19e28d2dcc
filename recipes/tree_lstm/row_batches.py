"""Encoded sentences as streams of batches that can be resumed."""

import hashlib

import numpy as np

from keras_tpr.trees.level_schedule import SCHEDULE_NAMES
from recipes.running.index_batches import index_batches, updates_per_pass
from zoo.prefetched import prefetched

EVALUATED = 256  # sentences at a time


class RowBatches:
    """Batches of a model's rows, made beside the training by NumPy.

    Args:
        model: A model of `zoo.tree_lstm`.
        rows: Its rows, as `model.encode` gives them.
        targets: Array with a target for each row; None if they are part of
            the rows.
        batch_size: Number of rows in a batch.
    """

    def __init__(self, model, rows, targets, batch_size):
        self.kind = model.row_kind
        self.rows = rows
        self.targets = targets
        self.batch_size = batch_size
        self.schedule = model.backbone.uses_schedule
        self.slots = self.kind.slots(rows)
        self.sizes = np.array([self.kind.size(row) for row in rows])

    @property
    def updates_per_epoch(self):
        """Number of batches in a pass over all rows."""
        return updates_per_pass(len(self.rows), self.batch_size)

    @property
    def fingerprint(self):
        """Identifies rows and targets."""
        digest = hashlib.sha256()
        for row in self.rows:
            _update(digest, row)
        _update(digest, self.targets)
        return digest.hexdigest()

    def training(self, seed, first_update=0):
        """An endless stream of batches in random order; see `index_batches`.

        Sentences of about one size come together.
        """
        order = index_batches(
            len(self.rows), self.batch_size, seed, first_update, self.sizes
        )
        return self._stacked(order)

    def evaluation(self):
        """All rows once, by size."""
        import tensorflow as tf

        order = np.argsort(self.sizes, kind="stable")
        order = tf.data.Dataset.from_tensor_slices(order)
        return self._stacked(order.batch(EVALUATED))

    def _stacked(self, order):
        import tensorflow as tf

        batches = order.map(
            lambda numbers: in_graph(self.stacked, [numbers], self),
            num_parallel_calls=tf.data.AUTOTUNE,
        )
        return prefetched(batches)

    def stacked(self, numbers):
        """One batch as `(x, y)` of arrays."""
        return self.stack(
            [self.rows[number] for number in numbers],
            None if self.targets is None else self.targets[numbers],
        )

    def stack(self, rows, targets):
        """Rows and targets as `(x, y)`."""
        x, labels = self.kind.stack(rows, self.slots, schedule=self.schedule)
        return x, labels if targets is None else targets


def in_graph(function, inputs, batches):
    """Calls a function that gives `(x, y)` of arrays from a `tf.data` map.

    Args:
        function: Called with arrays; gives what `RowBatches.stack` gives.
        inputs: List of tensors.
        batches: The `RowBatches`, for the names and ranks of the arrays.

    Returns:
        `(x, y)` of tensors.
    """
    import tensorflow as tf

    kind = batches.kind
    schedule = SCHEDULE_NAMES if batches.schedule else ()
    targets = "int32" if batches.targets is None else batches.targets.dtype
    names = [*kind.names, *schedule]
    dtypes = ["bool" if "mask" in name else "int32" for name in names]
    ranks = [*kind.ranks, *[1] * len(schedule), kind.target_rank]

    def arrays(*values):
        x, y = function(*values)
        plan = x.get("schedule", {})
        return [
            *(x[name] for name in kind.names),
            *(plan[name] for name in schedule),
            y,
        ]

    *found, y = tf.numpy_function(
        arrays, inputs, [*dtypes, targets], stateful=False
    )
    for tensor, rank in zip([*found, y], ranks, strict=True):
        tensor.set_shape([None] * rank)
    if kind.arity is not None:
        children = found[kind.names.index("children")]
        free = [None] * (len(children.shape) - 1)
        children.set_shape([*free, kind.arity])
    x = dict(zip(names, found, strict=True))
    if schedule:
        x["schedule"] = {name: x.pop(name) for name in schedule}
    return x, y


def _update(digest, arrays):
    """Adds arrays, also inside tuples, to a digest."""
    if isinstance(arrays, tuple):
        for array in arrays:
            _update(digest, array)
    elif arrays is not None:
        digest.update(np.ascontiguousarray(arrays).tobytes())
