"""The tag-composed LSTM over sequences."""

import keras
import numpy as np
import pytest
from atpl_weights import randomize
from gradients_of import gradients_of
from layer_checks import assert_close, check_layer, check_padding, to_numpy

from keras_tpr.layers import SCNLSTM, SCNLSTMCell

RNG = np.random.default_rng(0)
WORDS = RNG.standard_normal((4, 6, 3)).astype("float32")
TAGS = RNG.uniform(size=(4, 2)).astype("float32")
MASK = np.arange(6) < np.array([[6], [3], [1], [0]])


def make(**options):
    layer = SCNLSTM(units=4, factors=5, **options)
    layer.build(WORDS.shape, TAGS.shape)
    randomize(layer)
    return layer


@pytest.mark.parametrize("mask", [None, MASK])
def test_equals_the_cell_in_a_recurrent_layer(mask):
    layer = make()
    zero = np.zeros((4, 4), "float32")
    rnn = keras.layers.RNN(layer.cell, return_sequences=True)
    expected = rnn(
        WORDS,
        initial_state=[zero, zero, layer.cell.project_tags(TAGS)],
        mask=mask,
    )
    assert_close(layer(WORDS, TAGS, padding_mask=mask), expected)


def test_padding():
    layer = make()
    inputs = {"inputs": WORDS, "tags": TAGS, "padding_mask": MASK}
    check_padding(layer, inputs)
    output = to_numpy(layer(**inputs))
    # The state stays, and is zero where there was no word.
    assert_close(output[1, 3:], np.repeat(output[1, 2:3], 3, axis=0))
    assert (output[3] == 0).all()


def test_one_sequence_and_one_position():
    layer = make()
    expected = to_numpy(layer(WORDS, TAGS))
    assert_close(layer(WORDS[:1], TAGS[:1]), expected[:1])
    assert_close(layer(WORDS[:, :1], TAGS), expected[:, :1])


def test_every_weight_has_a_gradient():
    layer = make()
    gradients = gradients_of(
        lambda: keras.ops.sum(layer(WORDS, TAGS) ** 2), layer.trainable_weights
    )
    assert len(gradients) == 7
    assert all(np.abs(g).max() > 1e-4 for g in gradients)


def test_dropout_is_of_training_only_and_seeded():
    layer = make(dropout=0.5, seed=1)
    assert_close(layer(WORDS, TAGS), make()(WORDS, TAGS))
    dropped = to_numpy(layer(WORDS, TAGS, training=True))
    assert abs(dropped - to_numpy(layer(WORDS, TAGS))).max() > 1e-3
    again = make(dropout=0.5, seed=1)(WORDS, TAGS, training=True)
    assert_close(again, dropped)


def test_a_given_cell_is_shared():
    cell = SCNLSTMCell(4, num_tags=2, factors=5)
    first, second = SCNLSTM(cell=cell), SCNLSTM(cell=cell)
    assert (first.units, first.factors) == (4, 5)
    output = first(WORDS, TAGS)
    assert_close(second(WORDS, TAGS), output)
    assert first.trainable_weights[0] is second.trainable_weights[0]


@pytest.mark.parametrize(
    "arguments",
    [
        {"units": 4, "factors": 5},
        {"cell": SCNLSTMCell(4, num_tags=2, factors=5), "dropout": 0.2},
    ],
    ids=["sizes", "cell"],
)
def test_layer(arguments):
    if "cell" in arguments:
        config = arguments["cell"].get_config()
        arguments = {**arguments, "cell": SCNLSTMCell.from_config(config)}
    check_layer(
        SCNLSTM,
        arguments,
        {"inputs": WORDS, "tags": TAGS, "padding_mask": MASK},
        dynamic=("inputs", "padding_mask"),
    )


def test_bad_arguments():
    with pytest.raises(TypeError, match="`cell`.*SCNLSTMCell.*LSTMCell"):
        SCNLSTM(cell=keras.layers.LSTMCell(3))
    with pytest.raises(ValueError, match="`units`.*units=0"):
        SCNLSTM(units=0)(WORDS, TAGS)
    with pytest.raises(ValueError, match="`factors`.*factors=0"):
        SCNLSTM(factors=0)(WORDS, TAGS)
    with pytest.raises(ValueError, match=r"`tags`.*2 columns.*\(4, 3\)"):
        make()(WORDS, np.ones((4, 3), "float32"))
