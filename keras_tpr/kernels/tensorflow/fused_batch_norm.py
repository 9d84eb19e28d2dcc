"""Batch normalisation in training as one operation."""

import math

import tensorflow as tf


def fused_batch_norm(x, gamma, beta, epsilon):
    """Normalises by the statistics of the batch, features on the last axis.

    Args:
        x: `(..., C)`, float32.
        gamma, beta: `(C,)`, or None.
        epsilon: added to the variance.

    Returns:
        `(outputs, mean, variance, count)`: `(..., C)`, twice `(C,)`, the
        variance times m/(m-1), and the number of values `m` of each feature,
        an integer where it is known beforehand.
    """
    features = x.shape[-1]
    # Kernels are fastest where all values are on one axis.
    flat = tf.reshape(x, (1, 1, -1, features))
    outputs, mean, variance, *_ = tf.raw_ops.FusedBatchNormV3(
        x=flat,
        scale=_or_constant(gamma, 1.0, features),
        offset=_or_constant(beta, 0.0, features),
        mean=tf.constant([]),
        variance=tf.constant([]),
        epsilon=epsilon,
        is_training=True,
    )
    outputs = tf.reshape(outputs, tf.shape(x))
    outputs.set_shape(x.shape)
    if x.shape.is_fully_defined():
        count = math.prod(x.shape[:-1])
        several = count > 1
    else:
        count = tf.cast(tf.size(x), x.dtype) / features
        several = count > 1.0
    # Some kernels divide by m - 1 all the same.
    variance = tf.where(several, variance, tf.zeros_like(variance))
    return outputs, mean, variance, count


def _or_constant(weight, value, features):
    if weight is None:
        return tf.fill((features,), value)
    return tf.convert_to_tensor(weight)
