"""A recurrent layer whose mask ends with it."""

import keras
import numpy as np
from layer_checks import assert_close, to_numpy

from keras_tpr.layers.unmasked_rnn import UnmaskedRNN

X = np.random.default_rng(0).standard_normal((3, 4, 2)).astype("float32")
MASK = np.arange(4) < np.array([[4], [2], [0]])


def test_computes_what_keras_does():
    cell = keras.layers.LSTMCell(3)
    rnn = UnmaskedRNN(cell)
    standard = keras.layers.RNN(cell, return_sequences=True)
    assert_close(rnn(X, mask=MASK), standard(X, mask=MASK))


def test_a_loss_on_its_output_follows_sample_weights_alone():
    rnn = UnmaskedRNN(keras.layers.SimpleRNNCell(3))
    loss = keras.losses.MeanSquaredError()
    weights = MASK.astype("float32")
    target = np.zeros((3, 4, 3), "float32")
    output = rnn(X, mask=MASK)
    expected = (to_numpy(output) ** 2).mean(-1) * weights
    found = to_numpy(loss(target, output, weights))
    np.testing.assert_allclose(found, expected.mean(), rtol=1e-5)


def test_has_the_dtype_of_its_cell():
    cell = keras.layers.LSTMCell(3, dtype="mixed_bfloat16")
    output = UnmaskedRNN(cell)(X)
    assert keras.backend.standardize_dtype(output.dtype) == "bfloat16"
