"""Images that are loaded batch by batch."""

import keras
import numpy as np

from zoo.captioning.check_positive import check_positive


class ImageBatches(keras.utils.PyDataset):
    """Batches of images, in a new order for each epoch if wanted.

    Args:
        rows: list or array of images.
        load: function from a part of `rows` to an array.
        y: integers `(B,)`, or None.
        sample_weight: array `(B,)`, or None.
        batch_size: number of images of a batch.
        shuffle: whether the order changes; it follows
            `keras.utils.set_random_seed`.
    """

    def __init__(
        self,
        rows,
        load,
        y=None,
        sample_weight=None,
        batch_size=32,
        shuffle=False,
    ):
        super().__init__()
        check_positive("batch_size", batch_size)
        self.rows = rows
        self.load = load
        self.y = y
        self.sample_weight = sample_weight
        self.batch_size = batch_size
        self.shuffle = shuffle
        self.order = np.arange(len(rows))
        self.on_epoch_end()

    def __len__(self):
        return -(-len(self.order) // self.batch_size)

    def __getitem__(self, index):
        start = index * self.batch_size
        numbers = self.order[start : start + self.batch_size]
        if isinstance(self.rows, np.ndarray):
            rows = self.rows[numbers]
        else:
            rows = [self.rows[number] for number in numbers]
        batch = [self.load(rows)]
        for others in (self.y, self.sample_weight):
            if others is not None:
                batch.append(others[numbers])
        return tuple(batch)

    def on_epoch_end(self):
        if self.shuffle:
            self.order = np.random.permutation(len(self.rows))
