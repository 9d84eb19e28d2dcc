"""The TensorFlow form of `load_images`, for a traced `tf.data` map."""

import numpy as np

from zoo.captioning.images.load_images import load_images
from zoo.captioning.images.rgb_pixels import TOLERANCE, check_pixel_shape


def images_in_graph(images, image_size, crop=True):
    """Turns a tensor of images or of paths into RGB pixels in 0..255.

    The rules are those of `rgb_pixels` and `load_image`. Pixels are computed
    in the graph; files are read by `load_images`, outside of it. Resized
    pixels differ from `load_images` by rounding only.

    Args:
        images: tensor `(H, W)`, `(H, W, C)` or `(B, H, W, C)` with static
            `C`, or a string tensor of one path or of `(B,)` paths.
        image_size: side `S` that images are resized to.
        crop: see `load_image`.

    Returns:
        float32 tensor `(S, S, 3)` or `(B, S, S, 3)`.

    Raises:
        TypeError: if the tensor is ragged.
        ValueError: if the rank or the number of channels is not static, or
            not one of the above. Values outside the range fail when the
            graph runs.
    """
    import tensorflow as tf

    if isinstance(images, tf.RaggedTensor):
        raise TypeError(
            "`images` is ragged. Map the preprocessor over single images, "
            "before they are batched."
        )
    if images.dtype == tf.string:
        return _from_files(images, image_size, crop)
    if images.shape.rank is None:
        raise ValueError(
            "The rank of `images` is unknown. Call `set_shape` first, e.g. "
            "`images.set_shape((None, None, 3))`."
        )
    if images.shape.rank != 2 and images.shape[-1] is None:
        raise ValueError(
            "The number of channels of `images` is unknown: the shape is "
            f"{images.shape}. Call `set_shape` first."
        )
    check_pixel_shape(tuple(images.shape), "images")
    pixels = _as_rgb(_in_255(images))
    side = (image_size, image_size)
    if tuple(pixels.shape[-3:-1]) == side:
        return pixels
    single = pixels.shape.rank == 3
    if single:
        pixels = pixels[None]
    pixels = _resize(pixels, image_size, crop)
    return pixels[0] if single else pixels


def _from_files(paths, image_size, crop):
    import tensorflow as tf

    def load(paths):
        pixels, single = load_images(paths, image_size, crop)
        return pixels[0] if single else pixels

    pixels = tf.numpy_function(load, [paths], tf.float32, stateful=False)
    return tf.ensure_shape(pixels, (*paths.shape, image_size, image_size, 3))


def _in_255(images):
    import tensorflow as tf

    pixels = tf.cast(images, "float32")
    if images.dtype == tf.bool:
        return pixels * 255.0
    if images.dtype == tf.uint8:
        return pixels
    if images.dtype == tf.uint16:
        return pixels / 257.0
    low, high = tf.reduce_min(pixels), tf.reduce_max(pixels)
    slack = TOLERANCE if images.dtype.is_floating else 0.0
    top = tf.constant(255.0)
    if images.dtype.is_floating:
        top = tf.where(high <= 1.0 + slack, 1.0, top)
    # A comparison with NaN is false.
    in_range = (low >= -slack * top) & (high <= (1.0 + slack) * top)
    message = "`images` must be in 0..1 or 0..255; they have values from, to"
    check = tf.debugging.Assert(in_range, [message, low, high])
    with tf.control_dependencies([check]):
        return tf.clip_by_value(pixels, 0.0, top) * (255.0 / top)


def _as_rgb(pixels):
    import tensorflow as tf

    if pixels.shape.rank == 2:
        pixels = pixels[..., None]
    channels = pixels.shape[-1]
    if channels in (2, 4):
        opacity = pixels[..., -1:] / 255.0
        pixels = pixels[..., :-1] * opacity + 255.0 * (1.0 - opacity)
    return tf.repeat(pixels, 3, axis=-1) if channels < 3 else pixels


def _resize(pixels, image_size, crop):
    """Resizes `(B, H, W, 3)` and crops the centre, in one step."""
    import tensorflow as tf

    size = tf.cast(tf.shape(pixels)[1:3], "float32")
    target = np.array([image_size, image_size], "float32")
    scale = target / (tf.reduce_min(size) if crop else size)
    scale = tf.broadcast_to(scale, (2,))
    resized = tf.raw_ops.ScaleAndTranslate(
        images=pixels,
        size=target.astype("int32"),
        scale=scale,
        translation=(target - size * scale) / 2.0,
        kernel_type="triangle",
        antialias=True,
    )
    return tf.ensure_shape(resized, (None, image_size, image_size, 3))
