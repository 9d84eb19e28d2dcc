"""Batches of encoded sentences that are in memory."""

import keras
import numpy as np

from zoo.captioning.check_positive import check_positive
from zoo.prefetched import prefetched

BATCH_SIZE = 25
# Batches among which sentences are sorted by size.
POOL = 50


class SentenceBatches(keras.utils.PyDataset):
    """Puts sentences of about one size into batches.

    With `shuffle` batches are made anew for each epoch: sentences are put into
    a random order, which is sorted by size piece by piece, and the batches are
    put into a random order again. Without, sentences come by size.

    Args:
        row_kind: see `TreeRows`.
        rows: list of rows of that kind.
        targets: array with a target for each row; None if they are part of
            the rows.
        sample_weight: array with a weight for each row, or None.
        labelled: whether batches have targets.
        batch_size: number of rows of a batch; None for 25.
        shuffle: see above; it follows `keras.utils.set_random_seed`.
        schedule: whether batches have a `schedule`.
        integer_masks: whether masks are integers. Before it trains with
            replicas, Keras takes the mean of what they get, as it were.

    Attributes:
        batches: list of the numbers of the rows of each batch.
    """

    def __init__(
        self,
        row_kind,
        rows,
        targets=None,
        sample_weight=None,
        labelled=True,
        batch_size=None,
        shuffle=False,
        schedule=False,
        integer_masks=False,
    ):
        super().__init__()
        self.batch_size = BATCH_SIZE if batch_size is None else batch_size
        check_positive("batch_size", self.batch_size)
        self.row_kind = row_kind
        self.rows = rows
        self.targets = targets
        self.sample_weight = sample_weight
        self.labelled = labelled
        self.shuffle = shuffle
        self.schedule = schedule
        self.integer_masks = integer_masks
        # To JAX each shape is one to compile for.
        self.bucket = keras.config.backend() == "jax"
        self.slots = row_kind.slots(rows)
        self.sizes = np.array([row_kind.size(row) for row in rows])
        self.numbers = np.arange(len(rows))
        self.on_epoch_end()

    def __len__(self):
        return len(self.batches)

    def __getitem__(self, index):
        numbers = self.batches[index]
        x, labels = self.row_kind.stack(
            [self.rows[number] for number in numbers],
            self.slots,
            schedule=self.schedule,
            bucket=self.bucket,
        )
        if self.integer_masks:
            (mask,) = (name for name in x if "mask" in name)
            x[mask] = x[mask].astype(np.int32)
        if not self.labelled:
            return (x,)
        y = labels if self.targets is None else self.targets[numbers]
        if self.sample_weight is None:
            return x, y
        return x, y, self.sample_weight[numbers]

    def on_epoch_end(self):
        numbers = self.numbers
        if not self.shuffle:
            order = numbers[np.argsort(self.sizes[numbers], kind="stable")]
            self.batches = self._cut(order)
            return
        order = np.random.permutation(numbers)
        pools = np.arange(len(order)) // (POOL * self.batch_size)
        order = order[np.lexsort((self.sizes[order], pools))]
        batches = self._cut(order)
        shuffled = np.random.permutation(len(batches))
        # Another list, as threads may still read the old one.
        self.batches = [batches[place] for place in shuffled]

    def split(self, share):
        """Takes the last rows away and returns them as unshuffled batches.

        Args:
            share: of the rows, in 0..1.
        """
        kept = int(len(self.numbers) * (1 - share))
        if not 0 < kept < len(self.numbers):
            raise ValueError(
                f"`validation_split={share}` of {len(self.numbers)} sentences "
                "leaves none to train on, or none to validate on."
            )
        last = SentenceBatches(
            self.row_kind,
            self.rows,
            self.targets,
            self.sample_weight,
            batch_size=self.batch_size,
            schedule=self.schedule,
            integer_masks=self.integer_masks,
        )
        last.numbers, self.numbers = self.numbers[kept:], self.numbers[:kept]
        last.on_epoch_end()
        self.on_epoch_end()
        return last

    def as_keras_data(self):
        """What to give to Keras.

        On TensorFlow a `tf.data.Dataset` without fixed sizes. Of a
        `PyDataset`, Keras takes sizes that the first two batches happen to
        have in common as those of all batches.
        """
        if keras.config.backend() != "tensorflow":
            return self
        import tensorflow as tf

        example = self[0]
        signature = keras.tree.map_structure(
            lambda array: tf.TensorSpec([None] * array.ndim, array.dtype),
            example,
        )
        if self.row_kind.arity is not None:
            free = [None] * (example[0]["children"].ndim - 1)
            signature[0]["children"] = tf.TensorSpec(
                [*free, self.row_kind.arity], "int32"
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
