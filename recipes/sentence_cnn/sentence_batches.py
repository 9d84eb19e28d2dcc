"""Batches of sentences that are encoded once."""

import numpy as np

from recipes.datasets.labelled_sentences import UNDECIDED
from recipes.running.index_batches import index_batches, updates_per_pass
from zoo.prefetched import prefetched

EVALUATED = 256  # sentences at a time


class SentenceBatches:
    """Sentences as one matrix of ids; a batch is gathered in the graph.

    Args:
        sentences: `LabelledSentences`.
        preprocessor: A preprocessor of `zoo.sentence_cnn`.
        batch_size: Number of sentences in a batch.
        by_length: Whether those to train on have sentences of about one
            length.
    """

    def __init__(self, sentences, preprocessor, batch_size, by_length=True):
        from zoo.sentence_cnn.sentence_preprocessor import filled_up

        rows, _ = preprocessor.token_rows(list(sentences.sentences))
        self.batch_size = batch_size
        self.by_length = by_length
        self.token_ids = filled_up(rows)
        self.lengths = np.array([len(row) for row in rows], "int64")
        self.targets = targets_of(sentences)

    def __len__(self):
        return len(self.lengths)

    @property
    def updates_per_epoch(self):
        """Number of batches in a pass over all sentences."""
        return updates_per_pass(len(self), self.batch_size)

    def training(self, seed, first_update=0):
        """An endless stream of batches in random order; see `index_batches`."""
        lengths = self.lengths if self.by_length else None
        return self._gathered(
            index_batches(
                len(self), self.batch_size, seed, first_update, lengths
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
        lengths, targets = tf.constant(self.lengths), tf.constant(self.targets)

        def batch(places):
            longest = tf.reduce_max(tf.gather(lengths, places))
            # A batch of empty sentences has one column of padding.
            ids = tf.gather(token_ids, places)[:, : tf.maximum(longest, 1)]
            return {"token_ids": ids}, tf.gather(targets, places)

        return prefetched(order.map(batch, num_parallel_calls=tf.data.AUTOTUNE))


def targets_of(sentences):
    """The probabilities of classes, `(number of sentences, classes)`.

    Args:
        sentences: `LabelledSentences`.
    """
    count = len(sentences.class_names)
    labels = np.asarray(sentences.labels, "int64")
    targets = np.eye(count, dtype="float32")[labels]
    targets[labels == UNDECIDED] = 1 / count
    return targets
