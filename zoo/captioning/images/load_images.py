"""A batch of images, of any kind and of mixed sizes, as one array."""

import os

import keras
import numpy as np
from PIL import Image

from zoo.captioning.images.load_image import load_image, to_numpy
from zoo.captioning.images.rgb_pixels import rgb_pixels


def load_images(images, image_size, crop=True):
    """Loads one image or several as RGB pixels in 0..255.

    Args:
        images: one image as `load_image` takes it, a list or array of such
            images (sizes and kinds may differ), or an array
            `(B, H, W, C)`.
        image_size: side `S` that images are resized to.
        crop: see `load_image`.

    Returns:
        `(pixels, single)`: float32 `(B, S, S, 3)`, and whether `images` was a
        single image, given without a batch axis.

    Raises:
        FileNotFoundError, TypeError, ValueError: as `load_image`, naming the
            position; `ValueError` if there is no image.

    Example:

    >>> import numpy as np
    >>> from zoo.captioning.images import load_images
    >>> images = [np.zeros((9, 9)), np.zeros((5, 7, 4), "uint8")]
    >>> pixels, single = load_images(images, image_size=4)
    >>> pixels.shape, single
    ((2, 4, 4, 3), False)
    """
    if keras.ops.is_tensor(images):
        images = keras.ops.convert_to_numpy(images)
    if _is_single_object(images):
        return load_image(images, image_size, crop)[None], True
    if not _is_sequence(images):
        array = to_numpy(images, "images")
        if array.ndim != 4:
            return load_image(array, image_size, crop, "images")[None], True
        images = array
        if len(array):
            # The values of a batch are judged together.
            images = rgb_pixels(array, "images")
            if images.shape[1:3] == (image_size, image_size):
                return images, False
            images = images.round().astype("uint8")
    if not len(images):
        raise ValueError(
            "`images` is empty. Give at least one image; if it came from a "
            "search for files, check the folder and the pattern."
        )
    pixels = [
        load_image(image, image_size, crop, name=f"images[{index}]")
        for index, image in enumerate(images)
    ]
    return np.stack(pixels), False


def _is_single_object(images):
    if isinstance(images, np.ndarray):
        return images.dtype.kind in "OSU" and images.ndim == 0
    return isinstance(
        images, (str, bytes, os.PathLike, Image.Image)
    ) or hasattr(images, "read")


def _is_sequence(images):
    """Whether every element is an image of its own."""
    if isinstance(images, (list, tuple)):
        first = images[0] if images else None
        # Numbers in nested lists make one array.
        return not isinstance(first, (list, tuple, int, float))
    kind = getattr(getattr(images, "dtype", None), "kind", None)
    return kind is not None and kind in "OSU"
