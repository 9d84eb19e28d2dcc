"""Images with a class each, as recipes read them."""

import dataclasses
import hashlib

import numpy as np


@dataclasses.dataclass(frozen=True)
class LabelledImages:
    """Images of one split, all of one size.

    Args:
        images: uint8 array `(N, H, W)` or `(N, H, W, 3)`.
        labels: The class of each, a number from 0.
        class_names: Names of the classes.

    Raises:
        ValueError: If there is not one label for each image, or a label is no
            class.
    """

    images: np.ndarray
    labels: np.ndarray
    class_names: tuple

    def __post_init__(self):
        if len(self.images) != len(self.labels):
            raise ValueError(
                f"There are {len(self.images)} images, but "
                f"{len(self.labels)} labels."
            )
        wrong = np.flatnonzero(
            (self.labels < 0) | (self.labels >= len(self.class_names))
        )
        if len(wrong):
            raise ValueError(
                f"`labels[{wrong[0]}]` is {self.labels[wrong[0]]}. Classes are "
                f"0 to {len(self.class_names) - 1}."
            )

    def __len__(self):
        return len(self.images)

    @property
    def fingerprint(self):
        """SHA-256 of images and labels, in hexadecimal."""
        digest = hashlib.sha256(np.ascontiguousarray(self.images).tobytes())
        digest.update(np.asarray(self.labels, "int64").tobytes())
        return digest.hexdigest()

    def first(self, count):
        """The first images; all of them for `None`."""
        if count is None:
            return self
        return LabelledImages(
            self.images[:count], self.labels[:count], self.class_names
        )
