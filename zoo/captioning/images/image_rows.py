"""A batch of images that are loaded later."""

import os

import keras
import numpy as np
from PIL import Image

from zoo.captioning.images.load_image import check_file


def image_rows(images):
    """Checks, as far as it is quick, images that are loaded batch by batch.

    Args:
        images: as for `load_images`.

    Returns:
        `(rows, single)`: an array, or a list of images of any kind, and
        whether `images` was a single one.

    Raises:
        FileNotFoundError: if there is no file of a path.
        ValueError: if a path is a directory.
    """
    if keras.ops.is_tensor(images):
        images = keras.ops.convert_to_numpy(images)
    if isinstance(images, tuple):
        images = list(images)
    if isinstance(images, (str, bytes, os.PathLike, Image.Image)):
        return [images], True
    if not isinstance(images, list):
        images = np.asarray(images)
        if images.ndim == 0:
            return images[None], True
    _check_files(images)
    return images, False


def _check_files(images):
    if isinstance(images, np.ndarray) and images.dtype.kind not in "OSU":
        return
    for index, image in enumerate(images):
        if isinstance(image, (str, bytes, os.PathLike)):
            check_file(image, f"images[{index}]")
