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
TAGS = np.random.default_rng(1).random(size=(3, 2)).astype("float32")
TIED = {"feature_bias": False, "tie_output": True}
SCN = {**TIED, "num_tags": 2, "tag_factors": 3}

every_kind = pytest.mark.parametrize(
    "options", ({}, TIED, SCN), ids=("nic", "cnn_lstm", "scn")
)


def make(**options):
    decoder = LSTMDecoder(**SIZES, **options)
    tags = TAGS.shape if "num_tags" in options else None
    decoder.build(TOKENS.shape, FEATURES.shape, tags)
    randomize(decoder)
    return decoder


def tags_of(decoder, rows=slice(None)):
    return None if decoder.num_tags is None else TAGS[rows]


def float64(weight):
    return to_numpy(weight).astype("float64")


def gates_of(cell, tags):
    """`(x, h) -> z`, with the matrices that the tags compose written out."""
    if tags is None:
        return lambda x, h: (
            x @ float64(cell.kernel)
            + h @ float64(cell.recurrent_kernel)
            + float64(cell.bias)
        )

    def composed(kernel, tag_kernel, factor_kernel):
        return np.concatenate(
            [
                a @ np.diag(tags @ b) @ c
                for a, b, c in zip(
                    np.split(float64(kernel), 4, axis=-1),
                    np.split(float64(tag_kernel), 4, axis=-1),
                    float64(factor_kernel),
                    strict=True,
                )
            ],
            axis=-1,
        )

    of_input = composed(cell.kernel, cell.tag_kernel, cell.factor_kernel)
    of_state = composed(
        cell.recurrent_kernel,
        cell.recurrent_tag_kernel,
        cell.recurrent_factor_kernel,
    )
    return lambda x, h: x @ of_input + h @ of_state + float64(cell.bias)


def scores_of(decoder):
    """`h -> logits`."""
    if decoder.tie_output:
        words = float64(decoder.embedding.embeddings)
        project = float64(decoder.state_projection.kernel)
        return lambda h: h @ project @ words.T + float64(decoder.output_bias)
    layer = decoder.output_layer
    return lambda h: h @ float64(layer.kernel) + float64(layer.bias)


def reference(decoder, token_ids, features, mask):
    """Word by word, as published: x_0 = W_i v, then x_t = E[y_t]."""
    words = float64(decoder.embedding.embeddings)
    projection = decoder.feature_projection
    first = features.astype("float64") @ float64(projection.kernel)
    if projection.use_bias:
        first += float64(projection.bias)
    score = scores_of(decoder)
    rows = []
    for row, (tokens, real) in enumerate(zip(token_ids, mask, strict=True)):
        gates = gates_of(decoder.cell, tags_of(decoder, row))

        def lstm(x, h, c, gates=gates):
            i, f, g, o = np.split(gates(x, h), 4)
            i, f, o = (1 / (1 + np.exp(-z)) for z in (i, f, o))
            c = f * c + i * np.tanh(g)
            return o * np.tanh(c), c

        zero = np.zeros(SIZES["units"])
        h, c = lstm(first[row], zero, zero)
        logits = []
        for token, is_real in zip(tokens, real, strict=True):
            logits.append(score(h))
            if is_real:
                h, c = lstm(words[token], h, c)
        rows.append(logits)
    return np.array(rows)


@every_kind
def test_equals_the_recurrence(options):
    decoder = make(**options)
    logits = decoder(TOKENS, FEATURES, tags_of(decoder), padding_mask=MASK)
    assert_close(logits, reference(decoder, TOKENS, FEATURES, MASK))


def test_mask_is_derived_from_the_first_end():
    assert to_numpy(up_to_first_end(TOKENS)).tolist() == MASK.tolist()
    decoder = make()
    assert_close(
        decoder(TOKENS, FEATURES), decoder(TOKENS, FEATURES, padding_mask=MASK)
    )


@every_kind
def test_stepping_the_cell_gives_the_same_logits(options):
    decoder = make(**options)
    tags = tags_of(decoder, slice(1))
    expected = to_numpy(decoder(TOKENS[:1], FEATURES[:1], tags))
    states = decoder.initial_state(FEATURES[:1], tags)
    x = decoder.first_input(FEATURES[:1], tags)
    for position in range(TOKENS.shape[1]):
        h, states = decoder.cell(x, states)
        logits = decoder.logits(decoder.to_fillers(h))
        assert_close(logits, expected[:, position])
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


@every_kind
def test_conformance(options):
    decoder = make(**options)
    inputs = {
        "token_ids": TOKENS.astype("int32"),
        "features": FEATURES,
        "padding_mask": MASK,
    }
    if decoder.num_tags is not None:
        inputs["tags"] = TAGS
    check_layer(
        LSTMDecoder,
        {**SIZES, **options},
        inputs,
        dynamic=("token_ids", "padding_mask"),
    )
    check_padding(decoder, inputs)


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
