"""Gradients of activations from their outputs, one fused operation each."""

import tensorflow as tf


def sigmoid_gradient(y, d_y):
    """Of the input of `y = sig(z)`, `d_y * y * (1 - y)`."""
    return tf.raw_ops.SigmoidGrad(y=y, dy=d_y)


def tanh_gradient(y, d_y):
    """Of the input of `y = tanh(z)`, `d_y * (1 - y * y)`."""
    return tf.raw_ops.TanhGrad(y=y, dy=d_y)
