"""The states of an LSTM, by kernel or not."""

import keras
import numpy as np
import pytest
from atpl_weights import randomize
from gradients_of import gradients_of
from layer_checks import assert_close

from keras_tpr.layers.lstm_states import LSTMStates

X = np.random.default_rng(0).standard_normal((4, 5, 3)).astype("float32")
MASK = np.arange(5) < np.array([[5], [3], [1], [0]])


def make(dtype=None):
    cell = keras.layers.LSTMCell(4, unit_forget_bias=False, dtype=dtype)
    cell.build((None, 3))
    randomize(cell)
    return cell


def test_equals_the_layer_of_keras():
    cell = make()
    states = LSTMStates(cell)
    rnn = keras.layers.RNN(cell, return_sequences=True)
    assert_close(states(X, MASK), rnn(X, mask=MASK))
    gradients = [
        gradients_of(
            lambda f=function: keras.ops.sum(f() ** 2), cell.trainable_weights
        )
        for function in (lambda: states(X, MASK), lambda: rnn(X, mask=MASK))
    ]
    for actual, expected in zip(*gradients, strict=True):
        np.testing.assert_allclose(actual, expected, atol=1e-5, rtol=1e-5)


@pytest.mark.parametrize("dtype", ["mixed_bfloat16", "float64"])
def test_other_dtypes(dtype):
    """Which no kernel serves."""
    if (dtype, keras.backend.backend()) == ("float64", "jax"):
        pytest.skip("JAX has no float64 unless told to")
    states = LSTMStates(make(dtype))
    x = keras.ops.cast(X, states.cell.compute_dtype)
    given = states(x, MASK)
    assert keras.backend.standardize_dtype(given.dtype) == (
        states.cell.compute_dtype
    )
    exact = LSTMStates(make())(X, MASK)
    assert_close(keras.ops.cast(given, "float32"), exact, atol=0.05)
