"""Batches of images, or features, with captions encoded once."""

import numpy as np

from recipes.running.index_batches import index_batches, updates_per_pass
from zoo.prefetched import prefetched

# Captions tokenised at a time.
CHUNK = 8192


class CaptionBatches:
    """Every pair of an image and one of its captions, as encoded batches.

    Captions are tokenised once, into one matrix of ids; a batch is gathered
    in the graph and is as wide as its longest caption.

    Args:
        rows: Images `(N, S, S, 3)` in `uint8`, or features `(N, n_v)`; may be
            a memory map.
        captions: For each row a list of texts.
        preprocessor: A `CaptionerPreprocessor`.
        batch_size: Number of pairs in a batch.
    """

    def __init__(self, rows, captions, preprocessor, batch_size):
        self.rows = rows
        self.batch_size = batch_size
        self.key = "images" if np.ndim(rows) == 4 else "features"
        texts = [text for row in captions for text in row]
        self.row_of_pair = np.repeat(
            np.arange(len(captions)), [len(row) for row in captions]
        )
        parts = [
            preprocessor.caption_ids(texts[begin : begin + CHUNK])
            for begin in range(0, len(texts), CHUNK)
        ]
        self.token_ids = np.concatenate([ids for ids, _ in parts])
        # Up to and including END.
        self.lengths = np.concatenate([mask.sum(1) for _, mask in parts])

    def __len__(self):
        return len(self.token_ids)

    @property
    def updates_per_epoch(self):
        """Number of batches in a pass over all pairs."""
        return updates_per_pass(len(self), self.batch_size)

    def training(self, seed, first_update=0):
        """An endless stream of batches in random order; see `index_batches`.

        Captions of about one length come together, which saves padding.
        """
        order = index_batches(
            len(self), self.batch_size, seed, first_update, self.lengths
        )
        return self._gathered(order)

    def evaluation(self):
        """All pairs once, as they are."""
        import tensorflow as tf

        # In the order of lengths: less padding, the same mean.
        order = np.argsort(self.lengths, kind="stable")
        order = tf.data.Dataset.from_tensor_slices(order)
        return self._gathered(order.batch(self.batch_size))

    def _gathered(self, order):
        import tensorflow as tf

        row_of_pair = tf.constant(self.row_of_pair)
        token_ids = tf.constant(self.token_ids)
        lengths = tf.constant(self.lengths)
        gather_rows = self._row_gatherer()

        def batch(pairs):
            length = tf.gather(lengths, pairs)
            longest = tf.reduce_max(length)
            ids = tf.gather(token_ids, pairs)[:, :longest]
            mask = tf.range(longest)[None] < length[:, None]
            inputs = {
                self.key: gather_rows(tf.gather(row_of_pair, pairs)),
                "token_ids": ids,
                "padding_mask": mask,
            }
            return inputs, ids, tf.cast(mask, "float32")

        return prefetched(order.map(batch, num_parallel_calls=tf.data.AUTOTUNE))

    def _row_gatherer(self):
        import tensorflow as tf

        if not isinstance(self.rows, np.memmap):
            rows = tf.constant(self.rows)
            return lambda index: tf.cast(tf.gather(rows, index), "float32")

        def read(index):
            return np.asarray(self.rows[index], "float32")

        def gather(index):
            # One call a batch: the rows may not fit into memory.
            found = tf.numpy_function(read, [index], "float32", stateful=False)
            return tf.ensure_shape(found, (None, *self.rows.shape[1:]))

        return gather
