"""One image, from wherever it is, at the size an image encoder takes."""

import os

import keras
import numpy as np
from PIL import Image, ImageOps, UnidentifiedImageError

from zoo.captioning.images.rgb_pixels import check_pixel_shape, rgb_pixels

# What Pillow raises for files that end too early or hold nonsense.
_DAMAGED = (OSError, SyntaxError, EOFError, ValueError)


def load_image(image, image_size, crop=True, name="image"):
    """Loads one image as RGB pixels in 0..255, resized to a square.

    The shorter side is resized to `image_size` with antialiasing, then the
    centre is cropped, as networks for ImageNet expect. Transparent pixels show
    white, EXIF orientation is applied, and of an animation the first frame is
    taken. `rgb_pixels` says how number types and channels of arrays are read.

    Args:
        image: path, open binary file, PIL image, or an array or tensor
            `(H, W)` or `(H, W, C)`.
        image_size: side `S` of the result.
        crop: False squashes the image to a square instead of cropping it.
        name: what errors call the image.

    Returns:
        float32 array `(S, S, 3)`. An array of that size keeps its values,
        others are rounded to 8 bits before they are resized.

    Raises:
        FileNotFoundError: if there is no such file.
        TypeError: if `image` is none of the above.
        ValueError: if it is a directory, cannot be read as an image, or is
            not an array of pixels.

    Example:

    >>> import numpy as np
    >>> from zoo.captioning.images import load_image
    >>> load_image(np.zeros((20, 30), "uint8"), image_size=8).shape
    (8, 8, 3)
    """
    if isinstance(image, np.ndarray) and image.ndim == 0:
        image = image.item()
    if isinstance(image, (str, bytes, os.PathLike)) or hasattr(image, "read"):
        image = _open(image, image_size, name)
    elif isinstance(image, Image.Image):
        image = _decode(image, name)
    else:
        pixels = _as_rgb(to_numpy(image, name), name)
        if pixels.shape[:2] == (image_size, image_size):
            return pixels.astype("float32")
        image = Image.fromarray(pixels.round().astype("uint8"))
    side = (image_size, image_size)
    box = _centre(image.size) if crop else None
    resized = image.resize(side, Image.Resampling.BILINEAR, box=box)
    return np.asarray(resized, "float32")


def to_numpy(image, name):
    """Turns an array, tensor or nested list of numbers into an array."""
    if keras.ops.is_tensor(image):
        return keras.ops.convert_to_numpy(image)
    try:
        array = np.asarray(image)
    except ValueError as error:
        raise ValueError(
            f"`{name}` is a nested list whose rows differ in length."
        ) from error
    if array.dtype.kind == "O":
        raise TypeError(
            f"`{name}` must be a path, a PIL image or an array, or a list of "
            f"these; received {type(image).__name__}."
        )
    return array


def check_file(path, name):
    """Returns the path of a file as a string, or says why it is none."""
    path = os.fsdecode(path)
    if os.path.isdir(path):
        raise ValueError(
            f"`{name}` is the directory {path!r}. Give its files, e.g. "
            f'`sorted(pathlib.Path({path!r}).glob("*.jpg"))`.'
        )
    if not os.path.exists(path):
        raise FileNotFoundError(
            f"`{name}`: there is no file {path!r}. Paths are relative "
            f"to {os.getcwd()!r}; addresses of the web are not fetched."
        )
    return path


def _as_rgb(array, name):
    if array.ndim == 4:
        raise ValueError(
            f"`{name}` must be one image; received a batch of shape "
            f"{array.shape}."
        )
    check_pixel_shape(array.shape, name)
    if array.dtype == np.uint8 and array.shape[2:] == (3,):
        return array
    return rgb_pixels(array, name)


def _open(source, image_size, name):
    if isinstance(source, (str, bytes, os.PathLike)):
        if isinstance(source, bytes) and b"\0" in source:
            raise TypeError(
                f"`{name}` is the content of a file; give the path, or "
                "`io.BytesIO(content)`."
            )
        source = check_file(source, name)
    try:
        image = Image.open(source)
    except UnidentifiedImageError as error:
        raise ValueError(
            f"`{name}`: {source!r} is not an image that Pillow can read. "
            "Give a JPEG, PNG, WebP, GIF, BMP or TIFF file."
        ) from error
    except Image.DecompressionBombError as error:
        raise ValueError(
            f"`{name}`: {source!r} is too large: {error} Make it smaller, or "
            "raise `PIL.Image.MAX_IMAGE_PIXELS` if you trust it."
        ) from error
    except PermissionError:
        raise
    except _DAMAGED as error:
        raise _damaged(source, name, error) from error
    with image:
        # A JPEG decodes several times faster at a fraction of its size; twice
        # the size wanted leaves the resizing something to average.
        image.draft(None, (2 * image_size, 2 * image_size))
        return _decode(image, name)


def _decode(image, name):
    """The image in mode RGB, upright."""
    try:
        image.load()
    except _DAMAGED as error:
        source = getattr(image, "filename", "")
        raise _damaged(source, name, error) from error
    image = ImageOps.exif_transpose(image)
    if image.mode.startswith("I") or image.mode == "F":
        return _from_deep_grey(image, name)
    try:
        if image.has_transparency_data:
            image = image.convert("RGBA")
            white = Image.new("RGBA", image.size, "white")
            image = Image.alpha_composite(white, image)
        return image.convert("RGB")
    except ValueError as error:
        raise ValueError(
            f"`{name}` has the mode {image.mode!r}, which Pillow cannot turn "
            "into RGB. Convert it first."
        ) from error


def _damaged(source, name, error):
    return ValueError(
        f"`{name}`: {source or 'the image'!r} is damaged or cut short "
        f"({error}). Copy or download it again, or leave it out."
    )


def _from_deep_grey(image, name):
    """16 bits, or floating point numbers. `"I"` may hold 8 bits as well."""
    pixels = np.asarray(image)
    if image.mode != "F" and (image.mode != "I" or pixels.max() > 255):
        pixels = pixels.clip(0, 65535).astype("uint16")
    pixels = rgb_pixels(pixels, name)
    return Image.fromarray(pixels.round().astype("uint8"))


def _centre(size):
    """The largest square in the middle: left, top, right, bottom."""
    width, height = size
    side = min(size)
    left, top = (width - side) / 2, (height - side) / 2
    return left, top, left + side, top + side
