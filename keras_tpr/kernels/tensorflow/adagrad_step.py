"""AdaGrad as one fused operation, for dense and for sparse gradients."""

import tensorflow as tf


def adagrad_step(variable, accumulator, gradient, learning_rate, epsilon):
    """`a += g^2`, then `w -= rate * g / (sqrt(a) + epsilon)`.

    Args:
        variable, accumulator: `w` and `a`, variables of TensorFlow.
        gradient: a tensor, or `tf.IndexedSlices` whose rows may repeat; only
            those rows are read and written.
        learning_rate: a scalar of the variable's dtype.
        epsilon: a number.
    """
    common = {
        "var": variable.handle,
        "accum": accumulator.handle,
        "lr": learning_rate,
        "epsilon": tf.cast(epsilon, variable.dtype),
    }
    if not isinstance(gradient, tf.IndexedSlices):
        tf.raw_ops.ResourceApplyAdagradV2(
            grad=tf.cast(gradient, variable.dtype), **common
        )
        return
    rows, places = tf.unique(gradient.indices)
    # A word that occurs twice has one gradient, the sum.
    total = tf.math.unsorted_segment_sum(
        tf.cast(gradient.values, variable.dtype), places, tf.size(rows)
    )
    tf.raw_ops.ResourceSparseApplyAdagradV2(grad=total, indices=rows, **common)
