"""A condition that fails with a message, eagerly or when a graph runs."""

import tensorflow as tf


def assert_true(condition, message, value):
    """Returns `value`, which depends on `condition` being true.

    Raises:
        ValueError: outside of a graph, if it is false. Within a graph it is
            TensorFlow's `InvalidArgumentError`.
    """
    if tf.executing_eagerly():
        if not bool(condition):
            raise ValueError(message)
        return value
    check = tf.debugging.Assert(condition, [message])
    with tf.control_dependencies([check]):
        return tf.identity(value)
