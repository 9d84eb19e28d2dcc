"""Batches of captioned images that are in memory."""

import os

import keras
import numpy as np

from zoo.captioning.check_positive import check_positive
from zoo.captioning.image_inputs import check_counts

BATCH_SIZE = 32
# Files are opened and decoded while the model trains.
MOST_THREADS = 8


class TrainingBatches(keras.utils.PyDataset):
    """Cuts rows into batches, in a new order each epoch, and encodes these.

    keras-hub makes pipelines of arrays that do not shuffle them.

    Args:
        x: dict of arrays and lists of equal length, a row for each caption.
        y: array of targets, or None.
        sample_weight: array of weights, or None.
        encode: function from a batch of these three to what Keras trains on.
        batch_size: number of rows of a batch; None for 32.
        shuffle: whether the order of the rows changes each epoch. It follows
            `keras.utils.set_random_seed`.

    Raises:
        ValueError: if the numbers of rows differ.
    """

    def __init__(
        self, x, y, sample_weight, encode, batch_size=None, shuffle=False
    ):
        batch_size = BATCH_SIZE if batch_size is None else batch_size
        check_positive("batch_size", batch_size)
        threads = min(MOST_THREADS, os.cpu_count() or 1)
        super().__init__(workers=threads if "images" in x else 1)
        self.x = x
        self.y = _as_array(y)
        self.sample_weight = _as_array(sample_weight)
        self.encode = encode
        self.batch_size = batch_size
        self.shuffle = shuffle
        others = {"y": self.y, "sample_weight": self.sample_weight}
        check_counts(x | {k: v for k, v in others.items() if v is not None})
        self.order = np.arange(len(next(iter(x.values()))))
        self.on_epoch_end()

    def __len__(self):
        return -(-len(self.order) // self.batch_size)

    def __getitem__(self, index):
        begin = index * self.batch_size
        rows = self.order[begin : begin + self.batch_size]
        return self.encode(
            {name: _take(column, rows) for name, column in self.x.items()},
            _take(self.y, rows),
            _take(self.sample_weight, rows),
        )

    def on_epoch_end(self):
        if self.shuffle:
            # Not in place: other threads may still read the old order.
            self.order = np.random.permutation(self.order)

    def split(self, share):
        """Takes the last rows away and returns them as unshuffled batches.

        Args:
            share: of the rows, in 0..1.
        """
        rows = np.sort(self.order)
        kept = int(len(rows) * (1 - share))
        if not 0 < kept < len(rows):
            raise ValueError(
                f"`validation_split={share}` of {len(rows)} captions leaves "
                "none to train on, or none to validate on."
            )
        last = TrainingBatches(
            self.x, self.y, self.sample_weight, self.encode, self.batch_size
        )
        self.order, last.order = rows[:kept], rows[kept:]
        self.on_epoch_end()
        return last


def is_in_memory(x):
    """Whether data are arrays and lists rather than a dataset."""
    return isinstance(x, dict)


def check_data_kind(x, name="x"):
    """Raises a `TypeError` unless data are a dict or a dataset."""
    if not (is_in_memory(x) or hasattr(x, "map")):
        raise TypeError(
            f'`{name}` must be a dict, `{{"images": ..., "captions": ...}}`, '
            "or a `tf.data.Dataset` of such dicts. Received: "
            f"{type(x).__name__}."
        )


def check_batch_axis(token_ids):
    """Raises a `ValueError` for the ids of a single caption."""
    if len(token_ids.shape) == 1:
        raise ValueError(
            "`x` must come in batches. Received a single caption: use "
            "`dataset.batch(batch_size)`, or give lists."
        )


def _take(column, rows):
    if isinstance(column, list):
        return [column[row] for row in rows]
    return None if column is None else column[rows]


def _as_array(values):
    if keras.ops.is_tensor(values):
        return keras.ops.convert_to_numpy(values)
    return None if values is None else np.asarray(values)
