import keras
import numpy as np
import pytest
from layer_checks import assert_close, check_layer, check_padding

from keras_tpr.layers import TreeLSTMCell
from zoo.tree_lstm.chain_lstm import ChainLSTM

RNG = np.random.default_rng(0)
X = RNG.standard_normal((4, 5, 3)).astype("float32")
MASK = np.arange(5) < np.array([[5], [3], [1], [0]])
INPUTS = {"x": X, "padding_mask": MASK}


def make(layers=1, **arguments):
    layer = ChainLSTM([TreeLSTMCell(4) for _ in range(layers)], **arguments)
    layer.build(X.shape, MASK.shape)
    return layer


def reference(layer, backwards=False):
    """Last states of all layers, by Keras' own LSTM."""
    x, states = X, []
    if backwards:
        x = np.stack(
            [
                np.concatenate([row[m][::-1], row[~m]])
                for row, m in zip(X, MASK, strict=True)
            ]
        )
    for cell in layer.cells:
        lstm = keras.layers.LSTM(4, return_sequences=True, return_state=True)
        lstm.build(x.shape)
        lstm.set_weights([keras.ops.convert_to_numpy(w) for w in cell.weights])
        x, last, _ = lstm(x, mask=keras.ops.convert_to_tensor(MASK))
        states.append(last)
    return np.concatenate(states, axis=-1)


@pytest.mark.parametrize("layers", [1, 2])
@pytest.mark.parametrize("bidirectional", [False, True])
def test_is_an_lstm(layers, bidirectional):
    layer = make(layers, bidirectional=bidirectional)
    expected = [reference(layer)]
    if bidirectional:
        expected.append(reference(layer, backwards=True))
    actual = keras.ops.convert_to_numpy(layer(**INPUTS))
    assert_close(actual[:3], np.concatenate(expected, axis=-1)[:3])
    assert (actual[3] == 0).all()


def test_both_directions_share_weights():
    assert make(bidirectional=True).count_params() == make().count_params()


def test_padding():
    check_padding(make(2, bidirectional=True), INPUTS, reduces=True)


@pytest.mark.parametrize("bidirectional", [False, True])
def test_layer(bidirectional):
    check_layer(
        ChainLSTM,
        {"cells": [TreeLSTMCell(4)], "bidirectional": bidirectional},
        INPUTS,
        dynamic=("x", "padding_mask"),
    )
