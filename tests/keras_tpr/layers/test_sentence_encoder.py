"""Vectors of sentences against loops over words."""

import keras
import numpy as np
import pytest
from atpl_weights import randomize
from layer_checks import assert_close, check_layer, to_numpy

from keras_tpr.layers import SentenceEncoder

# Padding inside, in front and behind; one word; none; a word twice.
IDS = np.array(
    [[[3, 1, 4, 0], [0, 5, 0, 2]], [[6, 0, 0, 0], [0, 0, 0, 0]]]
    + [[[2, 2, 1, 5], [1, 2, 3, 4]]]
)
FORMS = [
    {"mode": "bow"},
    {"mode": "position"},
    {"mode": "bow", "nonlinear": True},
    {"mode": "position", "nonlinear": True},
    {"mode": "multilinear", "num_bins": 3},
    {"mode": "multilinear", "num_bins": 7},
]


def make(**options):
    layer = SentenceEncoder(6, vocabulary_size=7, **options)
    layer.build(IDS.shape)
    randomize(layer)
    return layer


def encoded(layer, ids):
    """One sentence, word by word, as the equations are written."""
    words = [i for i in ids if i]
    table = to_numpy(layer.embeddings).astype("float64")
    total, n = np.zeros(layer.units), layer.units
    for i, word in enumerate(words, start=1):
        vector = table[word]
        if layer.mode == "position":
            k = np.arange(1, n + 1)
            across, along = k - (n + 1) / 2, i - (len(words) + 1) / 2
            vector = vector * (1 + 4 * across * along / (n * len(words)))
        if layer.mode == "multilinear":
            number = -(-i * layer.num_bins // len(words))
            vector = vector @ to_numpy(layer.kernel)[number - 1]
        total = total + vector
    if layer.mode == "multilinear":
        return np.tanh(total)
    if layer.nonlinear:
        return np.tanh(np.tanh(total) @ to_numpy(layer.kernel))
    return total


@pytest.mark.parametrize("options", FORMS)
def test_equations(options):
    layer = make(**options)
    expected = [[encoded(layer, ids) for ids in story] for story in IDS]
    assert_close(layer(IDS), np.array(expected))
    assert not to_numpy(layer(IDS))[1, 1].any()


@pytest.mark.parametrize("options", FORMS)
def test_a_vector_is_activated_from_its_linear_part(options):
    layer = make(**options)
    part = layer.linear_part(IDS)
    assert_close(layer.activate(part), layer(IDS))
    if layer.mode == "bow":
        both = np.concatenate([IDS[:, 0], IDS[:, 1]], axis=-1)
        assert_close(layer.activate(part[:, 0] + part[:, 1]), layer(both))


def test_single_sentences():
    layer = make(mode="multilinear")
    assert_close(layer(IDS[0, 0]), to_numpy(layer(IDS))[0, 0])


@pytest.mark.parametrize("options", FORMS[2:5])
def test_layer(options):
    arguments = {"units": 4, "vocabulary_size": 7, **options}
    check_layer(SentenceEncoder, arguments, {"token_ids": IDS})


def test_number_of_weights():
    counts = [make(**options).count_params() for options in FORMS]
    assert counts == [42, 42, 78, 78, 42 + 108, 42 + 252]


def test_bad_arguments():
    with pytest.raises(ValueError, match="`mode`.*mode='bag'"):
        SentenceEncoder(3, 7, mode="bag")
    with pytest.raises(ValueError, match="`units`.*units=0"):
        SentenceEncoder(0, 7)
    with pytest.raises(ValueError, match="`nonlinear` goes with"):
        SentenceEncoder(3, 7, mode="multilinear", nonlinear=True)
    with pytest.raises(TypeError, match="`token_ids` must be integers.*float"):
        SentenceEncoder(3, 7)(np.ones((2, 4), "float32"))


def test_half_precision():
    layer = SentenceEncoder(4, 7, mode="position", dtype="mixed_float16")
    output = layer(IDS)
    assert keras.backend.standardize_dtype(output.dtype) == "float16"
    assert np.isfinite(to_numpy(output)).all()
