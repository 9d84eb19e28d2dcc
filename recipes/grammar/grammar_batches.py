"""Encoded sentences of the models of grammar as streams of batches."""

import hashlib

import keras
import numpy as np

from recipes.running.index_batches import index_batches, updates_per_pass
from zoo.prefetched import prefetched

EVALUATED = 16  # sentences at a time


class GrammarBatches:
    """Batches of a model's rows, made beside the training by NumPy.

    Args:
        model: A model of `zoo.atpl` with a preprocessor.
        sentences: What its preprocessor takes, with targets.
        batch_size: Number of sentences in a batch.
        targets: Targets of the sentences, or None for those that they have.
    """

    def __init__(self, model, sentences, batch_size, targets=None):
        self.rows, _ = model.encode(sentences, targets, labelled=True)
        self.kind = model.row_kind
        self.batch_size = batch_size
        self.sizes = np.array([self.kind.size(row) for row in self.rows])
        x, y = self.kind.stack(self.rows[:1])
        self.names = tuple(x)
        self.signature = [(v.dtype, v.ndim) for v in (*x.values(), y)]

    @property
    def updates_per_epoch(self):
        """Number of batches in a pass over all sentences."""
        return updates_per_pass(len(self.rows), self.batch_size)

    @property
    def fingerprint(self):
        """Identifies sentences and targets."""
        digest = hashlib.sha256()
        for row in self.rows:
            for array in keras.tree.flatten(tuple(row)):
                if array is not None:
                    digest.update(np.ascontiguousarray(array).tobytes())
        return digest.hexdigest()

    def training(self, seed, first_update=0):
        """An endless stream of batches in random order; see `index_batches`.

        Sentences of about one size come together.
        """
        return self._stacked(
            index_batches(
                len(self.rows), self.batch_size, seed, first_update, self.sizes
            )
        )

    def evaluation(self):
        """All sentences once, by size."""
        import tensorflow as tf

        order = np.argsort(self.sizes, kind="stable")
        order = tf.data.Dataset.from_tensor_slices(order)
        return self._stacked(order.batch(EVALUATED))

    def _stacked(self, order):
        import tensorflow as tf

        def arrays(numbers):
            x, y = self.kind.stack([self.rows[number] for number in numbers])
            return [*(x[name] for name in self.names), y]

        def batch(numbers):
            dtypes = [dtype for dtype, _ in self.signature]
            tensors = tf.numpy_function(
                arrays, [numbers], dtypes, stateful=False
            )
            for tensor, (_, rank) in zip(tensors, self.signature, strict=True):
                tensor.set_shape([None] * rank)
            *x, y = tensors
            return dict(zip(self.names, x, strict=True)), y

        return prefetched(order.map(batch, num_parallel_calls=tf.data.AUTOTUNE))
