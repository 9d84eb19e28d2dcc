"""Both directions, against Keras' own layers."""

import keras
import numpy as np
import pytest
from atpl_weights import randomize
from gradients_of import gradients_of
from layer_checks import assert_close, check_layer, check_padding, to_numpy

from keras_tpr.layers import BidirectionalLSTM

RNG = np.random.default_rng(0)
X = RNG.standard_normal((3, 6, 4)).astype("float32")
MASK = np.arange(6) < np.array([[6], [3], [0]])


def make():
    layer = BidirectionalLSTM(4)
    layer.build(X.shape)
    randomize(layer)
    return layer


def test_equals_keras_on_each_sentence_alone():
    layer = make()
    expected = keras.layers.Bidirectional(
        keras.layers.LSTM(4, return_sequences=True)
    )
    expected.build(X.shape)
    expected.set_weights(layer.get_weights())
    found = to_numpy(layer(X, padding_mask=MASK))
    for row, real in enumerate(MASK.sum(axis=1)[:2]):
        alone = to_numpy(expected(X[row : row + 1, :real]))
        assert_close(found[row, :real], alone[0])
    assert (found[2] == 0).all()
    assert (found[1, 3:, 4:] == 0).all()


def test_padding():
    check_padding(make(), {"inputs": X, "padding_mask": MASK})


def test_no_mask():
    layer = make()
    assert_close(layer(X), layer(X, padding_mask=np.ones_like(MASK)))


def test_layer():
    check_layer(BidirectionalLSTM, {"units": 4}, X)
    check_layer(
        BidirectionalLSTM,
        {"units": 3, "unit_forget_bias": False},
        {"inputs": X, "padding_mask": MASK},
        dynamic=("inputs", "padding_mask"),
    )


def test_every_weight_has_a_gradient():
    layer = make()
    gradients = gradients_of(
        lambda: keras.ops.sum(layer(X, padding_mask=MASK) ** 2),
        layer.trainable_weights,
    )
    assert len(gradients) == 6
    assert all(np.abs(g).max() > 0 for g in gradients)


def test_bad_units():
    with pytest.raises(ValueError, match="`units` must be a positive"):
        BidirectionalLSTM(0)
