"""Random changes of training images."""


def random_crop(image, side, seed):
    """A random part of an image, of 8 to 100 % of its area.

    Args:
        image: uint8 `(H, W, 3)`.
        side: Side of the result.
        seed: Two integers, which decide everything.

    Returns:
        float32 `(side, side, 3)` in 0..255, mirrored or not.

    Reference:
        Szegedy et al., Going Deeper with Convolutions, CVPR 2015, section 6.
    """
    import tensorflow as tf

    begin, size, _ = tf.image.stateless_sample_distorted_bounding_box(
        tf.shape(image),
        bounding_boxes=tf.zeros((1, 0, 4)),
        seed=seed,
        aspect_ratio_range=(3 / 4, 4 / 3),
        area_range=(0.08, 1.0),
        use_image_if_no_bounding_boxes=True,
    )
    crop = tf.slice(image, begin, size)
    crop = tf.image.resize(crop, (side, side))
    return tf.image.stateless_random_flip_left_right(crop, seed + 1)


def distort_colours(image, strength, seed):
    """Changes brightness, saturation and contrast at random.

    Args:
        image: float32 `(S, S, 3)` in 0..255.
        strength: 1 for changes of up to an eighth of the range in brightness,
            and by up to a half in saturation and contrast; 0 for none.
        seed: Two integers.

    Returns:
        float32 `(S, S, 3)` in 0..255.
    """
    import tensorflow as tf

    if not strength:
        return image
    low, high = 1.0 - 0.5 * strength, 1.0 + 0.5 * strength
    image = tf.image.stateless_random_brightness(
        image / 255.0, strength * 32.0 / 255.0, seed
    )
    image = tf.image.stateless_random_saturation(image, low, high, seed + 2)
    image = tf.image.stateless_random_contrast(image, low, high, seed + 3)
    return 255.0 * tf.clip_by_value(image, 0.0, 1.0)


def central_crop(image, side):
    """The centre of an image, as it is evaluated.

    Args:
        image: uint8 `(H, W, 3)`.
        side: Side of the result; the shorter side becomes 8/7 of it.

    Returns:
        float32 `(side, side, 3)` in 0..255.
    """
    import tensorflow as tf

    size = tf.cast(tf.shape(image)[:2], "float32")
    scale = side * (256 / 224) / tf.reduce_min(size)
    size = tf.cast(tf.round(size * scale), "int32")
    image = tf.image.resize(image, size, antialias=True)
    return tf.image.resize_with_crop_or_pad(image, side, side)
