"""Pixels of any number type and any number of channels, as RGB in 0..255."""

import numpy as np

CHANNELS = (1, 2, 3, 4)
# Resizing and colour changes overshoot a little; that much is cut off.
TOLERANCE = 0.01


def rgb_pixels(array, name="image"):
    """Converts pixels to float32 RGB in 0..255.

    The number type says what the largest value is: 1 for `bool`, 65535 for
    `uint16`, 255 for all other integers. Floating point values are in 0..1 if
    none of the array exceeds 1, otherwise in 0..255; a batch is judged as a
    whole, so that all its images are on one scale. Grey is repeated, and a
    transparent pixel shows white behind it.

    Args:
        array: NumPy array `(H, W)`, `(H, W, C)` or `(B, H, W, C)`, with `C`
            1 (grey), 2 (grey, alpha), 3 (RGB) or 4 (RGB, alpha).
        name: what errors call the array.

    Returns:
        float32 array `(H, W, 3)` or `(B, H, W, 3)`.

    Raises:
        TypeError: if the values are not numbers.
        ValueError: if the shape is not one of the above, an axis is empty, or
            values are not finite or outside the range.

    Example:

    >>> import numpy as np
    >>> from zoo.captioning.images.rgb_pixels import rgb_pixels
    >>> rgb_pixels(np.array([[True, False]]))[0].tolist()
    [[255.0, 255.0, 255.0], [0.0, 0.0, 0.0]]
    """
    check_pixel_shape(array.shape, name)
    pixels = _in_255(array, name)
    if pixels.ndim == 2:
        pixels = pixels[..., None]
    channels = pixels.shape[-1]
    if channels in (2, 4):
        opacity = pixels[..., -1:] / 255.0
        pixels = pixels[..., :-1] * opacity + 255.0 * (1.0 - opacity)
    if channels < 3:
        pixels = np.repeat(pixels, 3, axis=-1)
    return pixels


def check_pixel_shape(shape, name):
    """Raises a `ValueError` unless the shape is one that `rgb_pixels` takes.

    Unknown sizes are `None`.
    """
    rank = len(shape)
    if 0 in shape:
        raise ValueError(
            f"`{name}` has no pixels: its shape is {tuple(shape)}."
        )
    if rank == 2 or (rank in (3, 4) and shape[-1] in CHANNELS):
        return
    hint = "Give (H, W), (H, W, C) or a batch (B, H, W, C), C up to 4."
    if rank in (3, 4) and shape[-3] in CHANNELS:
        order = "(1, 2, 0)" if rank == 3 else "(0, 2, 3, 1)"
        hint = (
            "Channels come last: if these are channels first, use "
            f"`np.transpose({name}, {order})`."
        )
    if rank == 3:
        hint += f" For a batch of grey images use `{name}[..., None]`."
    if rank == 1:
        hint = (
            'If these are image features, give them as `{"features": ...}`. '
            + hint
        )
    raise ValueError(
        f"`{name}` has the shape {tuple(shape)}, which is not that of an "
        f"image. {hint}"
    )


def _in_255(array, name):
    kind = array.dtype.kind
    if kind not in "buif":
        raise TypeError(
            f"`{name}` must hold numbers; received an array of type "
            f"{array.dtype}."
        )
    pixels = array.astype("float32")
    if array.dtype == np.uint8:
        return pixels
    if kind == "b":
        return pixels * 255.0
    if array.dtype == np.uint16:
        return pixels / 257.0
    if not np.isfinite(pixels).all():
        raise ValueError(
            f"`{name}` holds values that are not finite (NaN or infinity)."
        )
    low, high = float(pixels.min()), float(pixels.max())
    slack = TOLERANCE if kind == "f" else 0.0
    top = 1.0 if kind == "f" and high <= 1.0 + slack else 255.0
    if low < -slack * top or high > (1.0 + slack) * top:
        raise ValueError(
            f"`{name}` has values from {low:g} to {high:g}; pixels are in "
            "0..255, or in 0..1 as floating point numbers. Give images that "
            "are not normalised: the image encoder does that itself."
        )
    return np.clip(pixels, 0.0, top) * (255.0 / top)
