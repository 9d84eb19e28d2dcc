"""Gradient descent for dense and for sparse gradients."""

import tensorflow as tf


def sgd_step(variable, gradient, learning_rate):
    """`w -= rate * g`.

    Args:
        variable: `w`, a variable of TensorFlow.
        gradient: a tensor, or `tf.IndexedSlices` whose rows may repeat; only
            those rows are read and written.
        learning_rate: a scalar of the variable's dtype.
    """
    if not isinstance(gradient, tf.IndexedSlices):
        variable.assign_sub(learning_rate * tf.cast(gradient, variable.dtype))
        return
    values = learning_rate * tf.cast(gradient.values, variable.dtype)
    variable.scatter_sub(tf.IndexedSlices(values, gradient.indices))
