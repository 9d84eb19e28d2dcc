"""The crops of an image whose classes are averaged in evaluation."""

import numpy as np
from PIL import Image

from zoo.captioning.images import load_image

# Shorter sides, for crops of 224; squares of each, crops of each square.
SCALES = (256, 288, 320, 352)
_REFERENCE = 224
CROPS = (1, 10, 144)


def multi_crops(pixels, image_size, crops=144):
    """Cuts crops out of an image.

    With 144, the image is resized to four sizes; of each, three squares (left,
    centre and right, or top, centre and bottom) give their corners, their
    centre, and themselves; all are mirrored. With 10, corners and centre of
    the central square of the smallest size, mirrored; with 1 its centre.

    Args:
        pixels: uint8 array `(H, W, 3)`.
        image_size: side `S` of the crops; sizes are in proportion to 224.
        crops: 144, 10 or 1.

    Returns:
        float32 array `(crops, S, S, 3)`.

    Raises:
        ValueError: for another number of crops.

    Reference:
        Szegedy et al., Going Deeper with Convolutions, CVPR 2015, section 7.
    """
    if crops not in CROPS:
        raise ValueError(
            f"`crops` must be one of {CROPS}. Received: crops={crops!r}."
        )
    scales = SCALES if crops == 144 else SCALES[:1]
    found = []
    for scale in scales:
        side = round(scale * image_size / _REFERENCE)
        squares = _squares(_resized(pixels, side), side)
        for square in squares if crops == 144 else squares[1:2]:
            parts = _parts(square, image_size)
            if crops == 144:
                parts.append(load_image(square, image_size))
            found += parts[-1:] if crops == 1 else parts
    found = np.stack(found).astype("float32")
    if crops == 1:
        return found
    return np.concatenate([found, found[:, :, ::-1]])


def _resized(pixels, side):
    """The image with a shorter side of this size."""
    height, width = pixels.shape[:2]
    scale = side / min(height, width)
    size = max(side, round(width * scale)), max(side, round(height * scale))
    image = Image.fromarray(pixels).resize(size, Image.Resampling.BILINEAR)
    return np.asarray(image)


def _squares(image, side):
    """Three squares along the longer side."""
    height, width = image.shape[:2]
    tops = (0, (height - side) // 2, height - side)
    lefts = (0, (width - side) // 2, width - side)
    return [
        image[top : top + side, left : left + side]
        for top, left in zip(tops, lefts, strict=True)
    ]


def _parts(square, size):
    """The four corners, and the centre."""
    last = len(square) - size
    places = [(0, 0), (0, last), (last, 0), (last, last)]
    places.append((last // 2, last // 2))
    return [
        square[top : top + size, left : left + size] for top, left in places
    ]
