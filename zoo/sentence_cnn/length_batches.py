"""Batches of sentences of about one length."""

import numbers

import keras
import numpy as np

from zoo.captioning.check_positive import check_positive
from zoo.prefetched import prefetched
from zoo.sentence_cnn.sentence_preprocessor import filled_up

BATCH_SIZE = 50
# Batches among which sentences are sorted by length.
POOL = 50
# To JAX each shape is one to compile for: lengths are rounded up.
JAX_MULTIPLE = 8


class LengthBatches(keras.utils.PyDataset):
    """Puts sentences of about one length into batches, anew for each epoch.

    With `shuffle` sentences are put into a random order, which is sorted by
    length piece by piece, and the batches are put into a random order again.
    Without, sentences come by length.

    Args:
        rows: list of lists of ids.
        y: integers `(B,)`, or None.
        sample_weight: array `(B,)`, or None.
        batch_size: number of sentences of a batch; None for 50.
        shuffle: see above; it follows `keras.utils.set_random_seed`.
    """

    def __init__(
        self, rows, y=None, sample_weight=None, batch_size=None, shuffle=False
    ):
        super().__init__()
        self.batch_size = BATCH_SIZE if batch_size is None else batch_size
        check_positive("batch_size", self.batch_size)
        self.rows = rows
        self.y = y
        self.sample_weight = sample_weight
        self.shuffle = shuffle
        self.lengths = np.array([len(row) for row in rows], "int64")
        self.numbers = np.arange(len(rows))
        on_jax = keras.config.backend() == "jax"
        self.multiple = JAX_MULTIPLE if on_jax else 1
        self.on_epoch_end()

    def __len__(self):
        return len(self.batches)

    def __getitem__(self, index):
        numbers = self.batches[index]
        rows = [self.rows[number] for number in numbers]
        x = {"token_ids": filled_up(rows, self.multiple)}
        if self.y is None:
            return (x,)
        if self.sample_weight is None:
            return x, self.y[numbers]
        return x, self.y[numbers], self.sample_weight[numbers]

    def on_epoch_end(self):
        if not self.shuffle:
            self.batches = self._cut(self.order_by_length())
            return
        order = np.random.permutation(self.numbers)
        pools = np.arange(len(order)) // (POOL * self.batch_size)
        order = order[np.lexsort((self.lengths[order], pools))]
        batches = self._cut(order)
        places = np.random.permutation(len(batches))
        # Another list, as threads may still read the old one.
        self.batches = [batches[place] for place in places]

    def order_by_length(self):
        """Numbers of the sentences, the shortest first."""
        lengths = self.lengths[self.numbers]
        return self.numbers[np.argsort(lengths, kind="stable")]

    def split(self, share):
        """Takes the last sentences away and returns them as batches.

        Args:
            share: of the sentences, in 0..1.
        """
        if not isinstance(share, numbers.Real):
            raise TypeError(
                "`validation_split` must be a share of the sentences, in 0..1. "
                f"Received: {share!r}."
            )
        kept = int(len(self.numbers) * (1 - share))
        if not 0 < kept < len(self.numbers):
            raise ValueError(
                f"`validation_split={share}` of {len(self.numbers)} sentences "
                "leaves none to train on, or none to validate on."
            )
        last = LengthBatches(
            self.rows, self.y, self.sample_weight, self.batch_size
        )
        last.numbers, self.numbers = self.numbers[kept:], self.numbers[:kept]
        last.on_epoch_end()
        self.on_epoch_end()
        return last

    def as_keras_data(self):
        """What to give to Keras.

        On TensorFlow a `tf.data.Dataset` without fixed sizes, so that nothing
        is traced again. Of a `PyDataset`, Keras takes sizes that the first two
        batches have in common as those of all batches.
        """
        if keras.config.backend() != "tensorflow":
            return self
        import tensorflow as tf

        signature = keras.tree.map_structure(
            lambda array: tf.TensorSpec([None] * array.ndim, array.dtype),
            self[0],
        )
        dataset = tf.data.Dataset.from_generator(
            self._epoch, output_signature=signature
        )
        length = tf.data.experimental.assert_cardinality(len(self))
        return prefetched(dataset.apply(length))

    def _epoch(self):
        for index in range(len(self)):
            yield self[index]
        self.on_epoch_end()

    def _cut(self, order):
        starts = range(0, len(order), self.batch_size)
        return [order[start : start + self.batch_size] for start in starts]
