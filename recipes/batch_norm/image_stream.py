"""Images in memory as batches that are gathered in the graph."""

from recipes.running.index_batches import index_batches, updates_per_pass


class ImageStream:
    """Images of one split, as a classifier's encoded batches.

    Args:
        images: `LabelledImages`; grey ones become `(B, H, W, channels)`.
        batch_size: Number of images in a batch.
        channels: 1, or 3 to repeat grey values.
    """

    def __init__(self, images, batch_size, channels=1):
        self.images = images
        self.batch_size = batch_size
        self.channels = channels

    @property
    def updates_per_epoch(self):
        """Number of batches in a pass over all images."""
        return updates_per_pass(len(self.images), self.batch_size)

    @property
    def fingerprint(self):
        """Identifies the images; see `Training`."""
        return self.images.fingerprint

    def training(self, seed, first_update):
        """The endless, shuffled stream behind a number of updates."""
        order = index_batches(
            len(self.images), self.batch_size, seed, first_update
        )
        return order.map(self._gather()).prefetch(8)

    def evaluation(self):
        """All batches once, in order."""
        import tensorflow as tf

        count = len(self.images)
        order = tf.data.Dataset.range(count).batch(self.batch_size)
        # Small enough to be kept as they are.
        return order.map(self._gather()).cache()

    def _gather(self):
        import tensorflow as tf

        pixels = self.images.images
        pixels = tf.constant(pixels[..., None] if pixels.ndim == 3 else pixels)
        labels = tf.constant(self.images.labels, "int32")

        def batch(numbers):
            x = tf.cast(tf.gather(pixels, numbers), "float32")
            if x.shape[-1] < self.channels:
                x = tf.repeat(x, self.channels, axis=-1)
            return x, tf.gather(labels, numbers)

        return batch
