"""Convolution over time of the rows of one map, as a depthwise convolution."""

import tensorflow as tf


def rowwise_convolution(x, kernel):
    """The narrow convolution of every row with filters of its own.

    Rows are channels, so that nothing has to be moved.

    Args:
        x: `(B, T, R, 1)`.
        kernel: `(m, R, 1, maps)`.

    Returns:
        `(B, T - m + 1, R, maps)`.
    """
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
