"""Convolution over time of single rows of feature maps."""

import tensorflow as tf


def rowwise_convolution(x, kernel):
    """The narrow convolution of every row with filters of its own.

    Args:
        x: `(B, T, R, n)`.
        kernel: `(m, R, n, maps)`.

    Returns:
        `(B, T - m + 1, R, maps)`.
    """
    if kernel.shape[2] == 1:
        return _depthwise(x, kernel)
    return _pairs_of_rows(x, kernel)


def _depthwise(x, kernel):
    """Rows of one map are channels, so that nothing has to be moved."""
    width, rows, _, maps = kernel.shape
    outputs = tf.nn.depthwise_conv2d(
        # (B, 1, T, R) and (1, m, R, maps)
        tf.expand_dims(tf.squeeze(x, 3), 1),
        tf.reshape(kernel, (1, width, rows, maps)),
        strides=(1, 1, 1, 1),
        padding="VALID",
    )
    shape = tf.shape(outputs)
    return tf.reshape(outputs, (shape[0], shape[2], rows, maps))


def _pairs_of_rows(x, kernel):
    """Each pair of rows is an ordinary convolution, whose filters are 0 between
    the two: more products, but twice as fast as single rows side by side."""
    width, rows, maps_in, maps = kernel.shape
    paired = 2 if rows % 2 == 0 else 1
    groups = rows // paired
    kernel = tf.reshape(kernel, (width, groups, paired, maps_in, maps))
    apart = tf.eye(paired, dtype=x.dtype)
    filters = tf.reshape(
        tf.einsum("wgrnm,rs->gwrnsm", kernel, apart),
        (groups, width, paired * maps_in, paired * maps),
    )
    shape = tf.shape(x)
    inputs = tf.reshape(x, (shape[0], shape[1], rows * maps_in))
    outputs = [
        tf.nn.conv1d(part, filters[group], stride=1, padding="VALID")
        for group, part in enumerate(tf.split(inputs, groups, axis=2))
    ]
    length = shape[1] - width + 1
    return tf.reshape(
        tf.concat(outputs, axis=2), (shape[0], length, rows, maps)
    )
