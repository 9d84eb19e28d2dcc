"""Gradients on any backend, and what they should be."""

import keras
import numpy as np


def gradients_of(function, variables):
    """Gradients of the scalar `function()` by Keras variables, as arrays.

    A variable that the function does not depend on gives None where the
    backend tells (TensorFlow, PyTorch), else zeros.
    """
    gradients = {
        "tensorflow": _tensorflow,
        "jax": _jax,
        "torch": _torch,
    }[keras.backend.backend()](function, variables)
    return [
        None if g is None else keras.ops.convert_to_numpy(g) for g in gradients
    ]


def assert_slopes(
    function, inputs, gradients, directions=3, step=1e-6, rtol=1e-5
):
    """Compares gradients with finite differences, in float64.

    Args:
        function: gives a scalar for `inputs`.
        inputs: list of arrays.
        gradients: list of gradients of the function at `inputs`.
        directions: number of random directions for each input; the slope in
            one depends on all elements of the gradient.
        step: half the length of a difference.
        rtol: relative tolerance.
    """
    rng = np.random.default_rng(0)
    for n, (x, gradient) in enumerate(zip(inputs, gradients, strict=True)):
        for _ in range(directions):
            direction = rng.standard_normal(x.shape)
            above, below = (
                float(function(*inputs[:n], moved, *inputs[n + 1 :]))
                for moved in (x + step * direction, x - step * direction)
            )
            slope = (above - below) / (2 * step)
            np.testing.assert_allclose(
                np.sum(gradient * direction), slope, rtol=rtol, atol=1e-7
            )


def _tensorflow(function, variables):
    import tensorflow as tf

    with tf.GradientTape() as tape:
        value = function()
    gradients = tape.gradient(value, [v.value for v in variables])
    return [g if g is None else tf.convert_to_tensor(g) for g in gradients]


def _jax(function, variables):
    import jax

    def with_values(values):
        mapping = list(zip(variables, values, strict=True))
        with keras.StatelessScope(state_mapping=mapping):
            return function()

    return jax.grad(with_values)([v.value for v in variables])


def _torch(function, variables):
    import torch

    values = [v.value for v in variables]
    return torch.autograd.grad(function(), values, allow_unused=True)
