"""The LSTM decoder against a float64 recurrence."""

import keras
import numpy as np
import pytest
from atpl_weights import randomize
from layer_checks import assert_close, check_layer, check_padding, to_numpy

from keras_tpr.layers import LSTMDecoder, up_to_first_end

SIZES = {
    "vocabulary_size": 7,
    "embedding_dim": 3,
    "units": 5,
    "feature_dim": 4,
}
TOKENS = np.array([[3, 1, 2, 5, 6], [4, 6, 0, 0, 0], [0, 0, 0, 0, 0]])
MASK = np.array([[1, 1, 1, 1, 1], [1, 1, 1, 0, 0], [1, 0, 0, 0, 0]], bool)
FEATURES = np.random.default_rng(0).normal(size=(3, 4)).astype("float32")


def make(**options):
    decoder = LSTMDecoder(**SIZES, **options)
    decoder.build(TOKENS.shape, FEATURES.shape)
    randomize(decoder)
    return decoder


def reference(decoder, token_ids, features, mask):
    """Word by word, as published: x_0 = W_i v, then x_t = E[y_t]."""
    get = {
        "E": decoder.embedding.embeddings,
        "Wi": decoder.feature_projection.kernel,
        "bi": decoder.feature_projection.bias,
        "W": decoder.cell.kernel,
        "R": decoder.cell.recurrent_kernel,
        "b": decoder.cell.bias,
        "Wo": decoder.output_layer.kernel,
        "bo": decoder.output_layer.bias,
    }
    w = {k: to_numpy(v).astype("float64") for k, v in get.items()}

    def lstm(x, h, c):
        i, f, g, o = np.split(x @ w["W"] + h @ w["R"] + w["b"], 4)
        i, f, o = (1 / (1 + np.exp(-z)) for z in (i, f, o))
        c = f * c + i * np.tanh(g)
        return o * np.tanh(c), c

    rows = []
    for tokens, v, real in zip(token_ids, features, mask, strict=True):
        zero = np.zeros(SIZES["units"])
        h, c = lstm(v.astype("float64") @ w["Wi"] + w["bi"], zero, zero)
        logits = []
        for token, is_real in zip(tokens, real, strict=True):
            logits.append(h @ w["Wo"] + w["bo"])
            if is_real:
                h, c = lstm(w["E"][token], h, c)
        rows.append(logits)
    return np.array(rows)


def test_equals_the_recurrence():
    decoder = make()
    logits = decoder(TOKENS, FEATURES, padding_mask=MASK)
    assert_close(logits, reference(decoder, TOKENS, FEATURES, MASK))


def test_mask_is_derived_from_the_first_end():
    assert to_numpy(up_to_first_end(TOKENS)).tolist() == MASK.tolist()
    decoder = make()
    assert_close(
        decoder(TOKENS, FEATURES), decoder(TOKENS, FEATURES, padding_mask=MASK)
    )


def test_stepping_the_cell_gives_the_same_logits():
    decoder = make()
    expected = to_numpy(decoder(TOKENS[:1], FEATURES[:1]))
    states = decoder.initial_state(FEATURES[:1])
    x = decoder.first_input(FEATURES[:1])
    for position in range(TOKENS.shape[1]):
        h, states = decoder.cell(x, states)
        assert_close(decoder.logits(h), expected[:, position])
        x = decoder.embed(TOKENS[:1, position])


def test_later_words_do_not_matter():
    decoder = make()
    other = TOKENS.copy()
    other[0, 3] = 4
    mask = np.ones_like(MASK)
    a, b = (
        to_numpy(decoder(t, FEATURES, padding_mask=mask))
        for t in (TOKENS, other)
    )
    np.testing.assert_array_equal(a[0, :4], b[0, :4])
    assert np.abs(a[0, 4] - b[0, 4]).max() > 1e-3


def test_conformance():
    inputs = {
        "token_ids": TOKENS.astype("int32"),
        "features": FEATURES,
        "padding_mask": MASK,
    }
    check_layer(
        LSTMDecoder, SIZES, inputs, dynamic=("token_ids", "padding_mask")
    )
    check_padding(make(), inputs)


def test_dropout_acts_in_training_only():
    decoder = make(dropout=0.5, seed=1)
    still = to_numpy(decoder(TOKENS, FEATURES))
    assert_close(decoder(TOKENS, FEATURES, training=False), still)
    dropped = to_numpy(decoder(TOKENS, FEATURES, training=True))
    assert np.abs(dropped - still).max() > 1e-3


def test_bad_arguments():
    with pytest.raises(ValueError, match="units=0"):
        LSTMDecoder(7, units=0)
    with pytest.raises(ValueError, match="`features`.*feature_dim=4"):
        LSTMDecoder(**SIZES)(TOKENS, keras.ops.ones((3, 5)))
