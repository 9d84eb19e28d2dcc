"""Probabilities of images, averaged over crops."""

import os

import keras
import numpy as np
from PIL import Image, ImageOps

from zoo.batch_norm.multi_crops import multi_crops
from zoo.captioning.images.image_rows import image_rows
from zoo.captioning.images.load_image import check_file
from zoo.captioning.images.rgb_pixels import rgb_pixels


def predict_crops(model, images, crops, batch_size=32):
    """The mean of the probabilities over the crops of each image.

    Args:
        model: a classifier of RGB images.
        images: images of any size, as `load_images` takes them.
        crops: number of crops, see `multi_crops`.
        batch_size: number of crops at a time.

    Returns:
        Probabilities `(B, num_classes)`.
    """
    rows, _ = image_rows(images)
    side = model.backbone.input_shape[1]
    found = []
    for number in range(len(rows)):
        pixels = _whole_pixels(rows[number], f"images[{number}]")
        found.append(
            keras.Model.predict(
                model,
                multi_crops(pixels, side, crops),
                batch_size=batch_size,
                verbose=0,
            ).mean(axis=0)
        )
    return np.stack(found)


def _whole_pixels(image, name):
    """All of an image, RGB in uint8."""
    if isinstance(image, (str, bytes, os.PathLike)):
        image = Image.open(check_file(image, name))
    if isinstance(image, Image.Image):
        image = np.asarray(ImageOps.exif_transpose(image).convert("RGB"))
    return rgb_pixels(np.asarray(image), name).round().astype("uint8")
