"""Batches of stories of about one length."""

import keras
import numpy as np

from zoo.captioning.check_positive import check_positive
from zoo.prefetched import prefetched

BATCH_SIZE = 32
# Batches among which stories are sorted by length.
POOL = 50
# To JAX each shape is one to compile for: sizes are rounded up.
JAX_MULTIPLE = 32


class StoryBatches(keras.utils.PyDataset):
    """Puts stories of about one length into batches, anew for each epoch.

    With `shuffle` they are put into a random order, which is sorted by length
    piece by piece, and the batches are put into a random order again.

    Args:
        rows: `StoryRows`.
        max_answer_words: width of the answers.
        sample_weight: array `(B,)`, or None.
        batch_size: number of questions of a batch; None for 32.
        shuffle: see above; it follows `keras.utils.set_random_seed`.
        numbers: the rows that are meant; None for all.
    """

    def __init__(
        self,
        rows,
        max_answer_words=1,
        sample_weight=None,
        batch_size=None,
        shuffle=False,
        numbers=None,
    ):
        super().__init__()
        self.batch_size = BATCH_SIZE if batch_size is None else batch_size
        check_positive("batch_size", self.batch_size)
        self.rows = rows
        self.tables = rows.arrays(max_answer_words)
        self.max_answer_words = max_answer_words
        self.sample_weight = sample_weight
        self.shuffle = shuffle
        self.numbers = np.arange(len(rows)) if numbers is None else numbers
        self.sizes = np.array([len(story) for story in rows.stories])
        backend = keras.config.backend()
        self.multiple = JAX_MULTIPLE if backend == "jax" else 1
        self.batches = self._make_batches()

    def __len__(self):
        return len(self.batches)

    def __getitem__(self, index):
        numbers = self.batches[index]
        tables = self.tables
        x = {
            name: table[numbers]
            for name, table in tables.items()
            if name != "sentences"
        }
        longest = _rounded(max(1, self.sizes[numbers].max()), self.multiple)
        story = x["story"][:, :longest]
        story = np.pad(story, ((0, 0), (0, longest - story.shape[1])))
        # No statement, 0, comes first.
        different, numbered = np.unique(
            np.append(story.reshape(-1), 0), return_inverse=True
        )
        x["story"] = numbered[:-1].reshape(story.shape).astype("int32")
        sentences = tables["sentences"][different]
        missing = _rounded(len(sentences), self.multiple) - len(sentences)
        x["sentences"] = np.pad(sentences, ((0, missing), (0, 0)))
        if self.rows.answers is None:
            return (x,)
        if self.sample_weight is None:
            return x, x["answer"]
        return x, x["answer"], self.sample_weight[numbers]

    def on_epoch_end(self):
        # Another list, as threads may still read the old one.
        self.batches = self._make_batches()

    def split(self, share):
        """Takes the last rows away and returns them as unshuffled batches.

        Args:
            share: of the rows, in 0..1.
        """
        kept = int(len(self.numbers) * (1 - share))
        if not 0 < kept < len(self.numbers):
            raise ValueError(
                f"`validation_split={share}` of {len(self.numbers)} questions "
                "leaves none to train on, or none to validate on."
            )
        last = StoryBatches(
            self.rows,
            self.max_answer_words,
            self.sample_weight,
            self.batch_size,
            numbers=self.numbers[kept:],
        )
        self.numbers = self.numbers[:kept]
        self.on_epoch_end()
        return last

    def restored(self, outputs):
        """Arrays with rows in the order of the data."""
        order = np.argsort(np.concatenate(self.batches))
        return keras.tree.map_structure(lambda rows: rows[order], outputs)

    def as_keras_data(self):
        """What to give to Keras.

        On TensorFlow a `tf.data.Dataset` without fixed sizes. Of a
        `PyDataset`, Keras takes sizes that the first two batches happen to
        have in common as those of all batches.
        """
        if keras.config.backend() != "tensorflow":
            return self
        import tensorflow as tf

        # An epoch at a time, as Python takes longer for a batch than a step.
        epoch = tf.data.Dataset.from_generator(
            self._epoch, output_signature=tf.TensorSpec([None, None], "int64")
        )
        length = tf.data.experimental.assert_cardinality(len(self))
        return prefetched(
            epoch.unbatch().apply(length).map(self.batch_in_graph())
        )

    def batch_in_graph(self):
        """Makes batches in a `tf.data` pipeline.

        Returns:
            A function from the numbers of rows to `(x, y)` or `(x, y,
            sample_weight)`, as `__getitem__` gives them.
        """
        import tensorflow as tf

        rows = {name: tf.constant(t) for name, t in self.tables.items()}
        sentences = rows.pop("sentences")
        lengths = tf.constant(self.sizes)
        weights = self.sample_weight

        def batch(numbers):
            numbers = tf.boolean_mask(numbers, numbers >= 0)
            x = {name: tf.gather(r, numbers) for name, r in rows.items()}
            longest = tf.maximum(tf.reduce_max(tf.gather(lengths, numbers)), 1)
            story = x["story"][:, :longest]
            # No statement, 0, comes first.
            flat = tf.concat([[0], tf.reshape(story, [-1])], axis=0)
            different, numbered = tf.unique(flat)
            x["story"] = tf.reshape(numbered[1:], tf.shape(story))
            x["sentences"] = tf.gather(sentences, different)
            if "answer" not in x:
                return (x,)
            if weights is None:
                return x, x["answer"]
            return x, x["answer"], tf.gather(weights, numbers)

        return batch

    def _epoch(self):
        """The rows of all batches, filled up with -1."""
        epoch = np.full((len(self), self.batch_size), -1)
        for place, numbers in enumerate(self.batches):
            epoch[place, : len(numbers)] = numbers
        yield epoch
        self.on_epoch_end()

    def _make_batches(self):
        if not self.shuffle:
            order = self.numbers[
                np.argsort(self.sizes[self.numbers], kind="stable")
            ]
            return self._cut(order)
        order = np.random.permutation(self.numbers)
        pools = np.arange(len(order)) // (POOL * self.batch_size)
        batches = self._cut(order[np.lexsort((self.sizes[order], pools))])
        shuffled = np.random.permutation(len(batches))
        return [batches[place] for place in shuffled]

    def _cut(self, order):
        starts = range(0, len(order), self.batch_size)
        return [order[start : start + self.batch_size] for start in starts]


def _rounded(size, multiple):
    return -(-size // multiple) * multiple
