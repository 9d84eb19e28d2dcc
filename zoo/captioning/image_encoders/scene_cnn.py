"""A small convolutional network for drawn scenes."""

import keras

from keras_tpr.layers import BatchNormalization

# Channels of the convolutions, each of which halves the image.
_CHANNELS = (16, 32, 64, 96)
_FEATURE_CHANNELS = 16


def scene_cnn(image_size=64, weights=None):
    """A small network that is trained together with the captioner.

    Four strided convolutions with batch normalisation, all but the first
    followed by a residual one, leave a grid of `image_size / 16` cells a side
    with 16 channels each. It is flattened, not pooled, so that the decoder can
    attend to places: at 64 pixels, 256 features from a grid of 4 x 4. It has
    211 thousand parameters and takes 9.8 million multiply-adds an image.

    Args:
        image_size: side `S` of the images, a multiple of 16.
        weights: None for random ones, or the path of a `.weights.h5` file.

    Returns:
        A Keras model from `(B, S, S, 3)` in 0..255 to `(B, S * S / 16)`. The
        features are in the order rows, columns, channels.

    Raises:
        ValueError: if `image_size` is not a multiple of 16.

    Example:

    >>> from zoo.captioning.image_encoders.scene_cnn import scene_cnn
    >>> scene_cnn(image_size=32).output_shape
    (None, 64)
    """
    reduction = 2 ** len(_CHANNELS)
    if image_size < reduction or image_size % reduction:
        raise ValueError(
            f"`image_size` must be a multiple of {reduction}; received "
            f"{image_size!r}."
        )
    inputs = keras.Input((image_size, image_size, 3), name="images")
    x = keras.layers.Rescaling(1 / 127.5, offset=-1.0, name="rescale")(inputs)
    for number, channels in enumerate(_CHANNELS, start=1):
        name = f"conv_{number}"
        x = _activated(_convolution(x, channels, 3, stride=2, name=name), name)
        if number > 1:
            name = f"residual_{number}"
            added = _convolution(x, channels, 3, stride=1, name=name)
            x = keras.layers.Add(name=f"{name}_add")([x, added])
            x = _activated(x, name)
    # No activation: the decoder's attention takes features of either sign.
    x = _convolution(x, _FEATURE_CHANNELS, 1, stride=1, name="features")
    x = keras.layers.Flatten(data_format="channels_last", name="grid")(x)
    model = keras.Model(inputs, x, name="scene_cnn")
    if weights is not None:
        model.load_weights(weights)
    return model


def _convolution(x, channels, size, stride, name):
    x = keras.layers.Conv2D(
        channels,
        size,
        strides=stride,
        padding="same",
        use_bias=False,
        data_format="channels_last",
        kernel_initializer="he_normal",
        name=name,
    )(x)
    # Small data sets have few steps: the statistics must settle within some
    # tens of them.
    return BatchNormalization(momentum=0.9, name=f"{name}_norm")(x)


def _activated(x, name):
    return keras.layers.ReLU(name=f"{name}_relu")(x)
