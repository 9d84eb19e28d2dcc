"""The decoder in training: gradients, dropout, compilation, overfitting."""

import keras
import numpy as np
import pytest
from atpl_cases import (
    FEATURES,
    MASK,
    PARALLEL,
    TAGS,
    TOKENS,
    VARIANTS,
    arguments,
    make,
)
from atpl_reference import decode_batch, word_losses
from atpl_weights import read_weights, variables_by_name
from gradients_of import gradients_of
from layer_checks import assert_close, to_numpy

from keras_tpr.layers import ATPLDecoder
from keras_tpr.losses import SentenceCrossEntropy


def loss_of(decoder, **others):
    given = arguments(decoder, **others)
    return SentenceCrossEntropy()(TOKENS, decoder(**given), MASK)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_weight_has_a_gradient(variant):
    decoder = make(variant)
    gradients = gradients_of(
        lambda: loss_of(decoder), decoder.trainable_weights
    )
    for weight, gradient in zip(
        decoder.trainable_weights, gradients, strict=True
    ):
        assert gradient is not None, weight.path
        assert np.abs(gradient).max() > 1e-5, weight.path


@pytest.mark.parametrize("variant", PARALLEL)
def test_gradients_of_both_forms_agree(variant):
    """Of the vector too, which an image encoder would be trained by."""
    features = keras.Variable(FEATURES)
    forms = []
    for parallel in (True, False):
        decoder = make(variant, parallel=parallel)
        forms.append(
            gradients_of(
                lambda d=decoder: loss_of(d, features=features.value),
                [features, *decoder.trainable_weights],
            )
        )
    for parallel, step in zip(*forms, strict=True):
        scale = np.abs(step).max()
        np.testing.assert_allclose(parallel, step, atol=1e-5 * (1 + scale))


@pytest.mark.parametrize("variant", ["scaled", "scn", "all_inputs"])
def test_gradients_equal_finite_differences(variant):
    """Differences of the float64 reference, at some elements of a weight."""
    decoder = make(variant)
    named = variables_by_name(decoder)
    gradients = gradients_of(lambda: loss_of(decoder), list(named.values()))
    rng = np.random.default_rng(0)
    for (name, variable), gradient in zip(
        named.items(), gradients, strict=True
    ):
        value = to_numpy(variable.value)
        for index in rng.choice(value.size, min(3, value.size), replace=False):
            losses = []
            for change in (1e-3, -1e-3):
                moved = value.copy()
                moved.reshape(-1)[index] += change
                variable.assign(moved)
                losses.append(_reference_loss(decoder, variant))
            variable.assign(value)
            expected = (losses[0] - losses[1]) / 2e-3
            actual = gradient.reshape(-1)[index]
            assert abs(actual - expected) < 1e-3 * (1 + abs(expected)), name


def _reference_loss(decoder, variant):
    options = {
        name: VARIANTS[variant][name]
        for name in ("lstm_inputs", "tpr_scale")
        if name in VARIANTS[variant]
    }
    found = decode_batch(
        read_weights(decoder), TOKENS, FEATURES, TAGS, MASK, **options
    )
    losses = word_losses(found["logits"], TOKENS)
    return (losses * MASK).sum() / len(TOKENS)


@pytest.mark.parametrize("parallel", [True, False])
def test_dropout_works_in_training_only(parallel):
    decoder = make("scn", dropout=0.5, parallel=parallel, seed=1)
    given = arguments(decoder)
    plain = make("scn")(**given)
    assert_close(decoder(**given), plain, 1e-5)
    dropped = to_numpy(decoder(**given, training=True))
    assert abs(dropped - to_numpy(plain)).max() > 1e-2
    again = make("scn", dropout=0.5, parallel=parallel, seed=1)
    assert_close(again(**given, training=True), dropped)


@pytest.mark.parametrize("parallel", [True, False])
@pytest.mark.parametrize("variant", ["plain", "init", "scaled"])
def test_dropout_touches_nothing_that_is_bound(variant, parallel):
    """With an LSTM and a reader that see nothing, only bindings are left."""
    decoder = make(variant, dropout=0.5, parallel=parallel)
    lstm, reader = decoder.cell.lstm, decoder.cell.reader
    for weight in (lstm.kernel, reader.kernel):
        weight.assign(np.zeros(weight.shape))
    given = arguments(decoder)
    expected = to_numpy(decoder(**given))
    assert_close(decoder(**given, training=True), expected)
    # They do depend on what is bound.
    table = decoder.embedding.embeddings
    table.assign(0.5 * to_numpy(table.value))
    assert abs(to_numpy(decoder(**given)) - expected).max() > 1e-3


def test_each_dropout_has_its_own_effect():
    decoder = make("scn", dropout=0.5)
    given = arguments(decoder)
    plain = to_numpy(decoder(**given))
    layers = (
        decoder.feature_dropout,
        decoder.tag_dropout,
        decoder.word_dropout,
        decoder.attended_dropout,
    )
    for own in layers:
        for layer in layers:
            layer.rate = 0.5 if layer is own else 0.0
        changed = to_numpy(decoder(**given, training=True))
        assert abs(changed - plain).max() > 1e-3, own.name


@pytest.mark.parametrize("variant", ["plain", "scn", "all_inputs"])
def test_compiles_with_xla(variant):
    if keras.backend.backend() != "tensorflow":
        pytest.skip("an option of the TensorFlow backend")
    import tensorflow as tf

    decoder = make(variant)

    @tf.function(jit_compile=True)
    def compiled():
        with tf.GradientTape() as tape:
            loss = loss_of(decoder)
        return loss, tape.gradient(loss, decoder.cell.reader.kernel.value)

    loss, gradient = compiled()
    np.testing.assert_allclose(loss, to_numpy(loss_of(decoder)), rtol=1e-5)
    expected = gradients_of(
        lambda: loss_of(decoder), [decoder.cell.reader.kernel]
    )
    assert_close(gradient, expected[0], 1e-5)


@pytest.mark.parametrize(
    "options, batch_size",
    [
        ({}, 3),  # the last batch is smaller
        ({"tag_mode": "scn", "num_tags": 2, "tag_factors": 16}, 8),
        ({"lstm_inputs": ("word", "tpr")}, 8),
    ],
    ids=["plain", "scn", "step"],
)
def test_overfits_eight_captions(options, batch_size):
    rng = np.random.default_rng(0)
    tokens = rng.integers(1, 12, (8, 6)).astype("int32")
    for row, length in enumerate([6, 5, 4, 3, 5, 6, 2, 4]):
        tokens[row, length:] = 0
    inputs = {
        "tokens": tokens,
        "features": rng.standard_normal((8, 10)).astype("float32"),
    }
    if "num_tags" in options:
        inputs["tags"] = rng.uniform(0.5, 1.0, (8, 2)).astype("float32")
    symbolic = {
        name: keras.Input((None,) if name == "tokens" else x.shape[1:],
                          dtype=str(x.dtype), name=name)
        for name, x in inputs.items()
    }  # fmt: skip
    decoder = ATPLDecoder(
        12, 8, 32, 10, kernel_initializer="glorot_uniform",
        embeddings_initializer=keras.initializers.RandomUniform(-0.5, 0.5),
        **options,
    )  # fmt: skip
    model = keras.Model(symbolic, decoder(*symbolic.values()))
    model.compile(keras.optimizers.Adam(0.02), SentenceCrossEntropy())
    weights = np.cumsum(tokens == 0, axis=1) <= 1
    model.fit(
        inputs,
        tokens,
        sample_weight=weights.astype("float32"),
        batch_size=batch_size,
        epochs=100,
        callbacks=[_StopWhenLearnt()],
        verbose=0,
    )
    logits = model.predict(inputs, verbose=0).astype("float64")
    losses = word_losses(logits, tokens)
    assert losses[weights].mean() < 0.1
    assert (logits.argmax(-1) == tokens)[weights].all()


class _StopWhenLearnt(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        self.model.stop_training = logs["loss"] < 0.2  # of a whole sentence
