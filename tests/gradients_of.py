"""Gradients on any backend."""

import keras


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
