"""Batches of sentences of about one length, encoded once."""

import numpy as np

from recipes.running.index_batches import index_batches, updates_per_pass

EVALUATED = 256  # sentences at a time


class SentenceBatches:
    """Sentences as one matrix of ids; a batch is gathered in the graph.

    Args:
        sentences: `LabelledSentences`.
        preprocessor: A preprocessor of `zoo.sentence_cnn`.
        batch_size: Number of sentences in a batch.
    """

    def __init__(self, sentences, preprocessor, batch_size):
        from zoo.sentence_cnn.sentence_preprocessor import filled_up

        rows, _ = preprocessor.token_rows(list(sentences.sentences))
        self.batch_size = batch_size
        self.token_ids = filled_up(rows)
        self.lengths = np.array([len(row) for row in rows], "int64")
        self.labels = np.asarray(sentences.labels, "int32")

    def __len__(self):
        return len(self.labels)

    @property
    def updates_per_epoch(self):
        """Number of batches in a pass over all sentences."""
        return updates_per_pass(len(self), self.batch_size)

    def training(self, seed, first_update=0):
        """An endless stream of batches in random order; see `index_batches`."""
        return self._gathered(
            index_batches(
                len(self), self.batch_size, seed, first_update, self.lengths
            )
        )

    def evaluation(self):
        """All sentences once, by length."""
        import tensorflow as tf

        order = np.argsort(self.lengths, kind="stable")
        order = tf.data.Dataset.from_tensor_slices(order)
        return self._gathered(order.batch(EVALUATED))

    def _gathered(self, order):
        import tensorflow as tf

        token_ids = tf.constant(self.token_ids)
        lengths, labels = tf.constant(self.lengths), tf.constant(self.labels)

        def batch(places):
            longest = tf.reduce_max(tf.gather(lengths, places))
            # A batch of empty sentences has one column of padding.
            ids = tf.gather(token_ids, places)[:, : tf.maximum(longest, 1)]
            return {"token_ids": ids}, tf.gather(labels, places)

        calls = tf.data.AUTOTUNE
        return order.map(batch, num_parallel_calls=calls).prefetch(calls)
