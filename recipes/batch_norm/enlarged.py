"""Images at another size."""

import dataclasses

import numpy as np
from PIL import Image


def enlarged(images, side):
    """Resizes images to a square.

    Args:
        images: `LabelledImages`.
        side: Side of the square.

    Returns:
        `LabelledImages`.
    """
    size = (side, side)
    pixels = [
        np.asarray(Image.fromarray(x).resize(size, Image.Resampling.BILINEAR))
        for x in images.images
    ]
    return dataclasses.replace(images, images=np.stack(pixels))
