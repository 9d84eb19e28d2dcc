"""The loss of a sentence."""

import keras
import numpy as np
import pytest
from atpl_reference import word_losses
from gradients_of import gradients_of
from layer_checks import save_and_load, to_numpy

from keras_tpr.losses import SentenceCrossEntropy

RNG = np.random.default_rng(0)
LOGITS = RNG.standard_normal((3, 4, 5)).astype("float32")
TOKENS = RNG.integers(0, 5, (3, 4))
WEIGHTS = np.array([[1, 1, 1, 1], [1, 1, 0, 0], [0, 0, 0, 0]], "float32")


def loss_of(*arguments, **options):
    return to_numpy(SentenceCrossEntropy(**options)(*arguments))


def test_value_by_hand():
    # Three words at ln 2 and one at ln 4, in two sentences.
    logits = np.zeros((2, 2, 4), "float32")
    logits[0, :, 2:] = logits[1, 0, 2:] = -1e9
    tokens = np.array([[0, 1], [1, 3]])
    expected = (3 * np.log(2) + np.log(4)) / 2
    np.testing.assert_allclose(loss_of(tokens, logits), expected, rtol=1e-6)


def test_words_add_up_and_sentences_are_averaged():
    losses = word_losses(LOGITS.astype("float64"), TOKENS)
    np.testing.assert_allclose(
        loss_of(TOKENS, LOGITS), losses.sum() / 3, rtol=1e-6
    )
    np.testing.assert_allclose(
        loss_of(TOKENS, LOGITS, WEIGHTS),
        (losses * WEIGHTS).sum() / 3,
        rtol=1e-6,
    )


@pytest.mark.parametrize(
    "reduction, expected",
    [
        ("sum", lambda losses: 4 * losses.sum()),
        ("none", lambda losses: 4 * losses),
        (None, lambda losses: 4 * losses),
    ],
)
def test_other_reductions(reduction, expected):
    losses = word_losses(LOGITS.astype("float64"), TOKENS) * WEIGHTS
    np.testing.assert_allclose(
        loss_of(TOKENS, LOGITS, WEIGHTS, reduction=reduction),
        expected(losses),
        rtol=1e-5,
        atol=1e-6,
    )


def test_padding_counts_nothing():
    longer = np.concatenate([LOGITS, 100 * LOGITS[:, :2]], 1)
    tokens = np.concatenate([TOKENS, TOKENS[:, :2]], 1)
    weights = np.concatenate([WEIGHTS, 0 * WEIGHTS[:, :2]], 1)
    np.testing.assert_allclose(
        loss_of(tokens, longer, weights),
        loss_of(TOKENS, LOGITS, WEIGHTS),
        rtol=1e-6,
    )
    assert loss_of(TOKENS, LOGITS, 0 * WEIGHTS) == 0


def test_one_word():
    expected = word_losses(LOGITS[:1, :1].astype("float64"), TOKENS[:1, :1])
    np.testing.assert_allclose(
        loss_of(TOKENS[:1, :1], LOGITS[:1, :1]), expected[0, 0], rtol=1e-6
    )


def test_extreme_logits_are_finite():
    logits = np.array([[[1e4, -1e4, 0.0]]], "float32")
    np.testing.assert_allclose(loss_of(np.array([[1]]), logits), 2e4, rtol=1e-6)


def test_gradient_is_that_of_the_sum():
    logits = keras.Variable(LOGITS)
    (gradient,) = gradients_of(
        lambda: SentenceCrossEntropy()(TOKENS, logits.value, WEIGHTS), [logits]
    )
    exps = np.exp(LOGITS)
    p = exps / exps.sum(-1, keepdims=True)
    expected = (p - np.eye(5)[TOKENS]) * WEIGHTS[..., np.newaxis] / 3
    np.testing.assert_allclose(gradient, expected, atol=1e-6)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_low_precision_logits_are_scored_in_float32(dtype):
    logits = keras.ops.cast(LOGITS, dtype)
    found = SentenceCrossEntropy()(TOKENS, logits)
    exact = keras.ops.cast(logits, "float32")
    assert keras.backend.standardize_dtype(found.dtype) == "float32"
    np.testing.assert_array_equal(to_numpy(found), loss_of(TOKENS, exact))


def test_word_losses():
    found = to_numpy(SentenceCrossEntropy().word_losses(TOKENS, LOGITS))
    expected = word_losses(LOGITS.astype("float64"), TOKENS)
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-6)


def smoothed_losses(logits, tokens, smoothing):
    """Against the smoothed distribution, written out."""
    exps = np.exp(logits.astype("float64"))
    log_p = np.log(exps / exps.sum(-1, keepdims=True))
    size = logits.shape[-1]
    target = (1 - smoothing) * np.eye(size)[tokens] + smoothing / size
    return -(target * log_p).sum(-1)


@pytest.mark.parametrize("smoothing", [0.0, 0.1, 0.5])
def test_label_smoothing(smoothing):
    losses = smoothed_losses(LOGITS, TOKENS, smoothing)
    np.testing.assert_allclose(
        loss_of(TOKENS, LOGITS, WEIGHTS, label_smoothing=smoothing),
        (losses * WEIGHTS).sum() / 3,
        rtol=1e-5,
    )
    words = SentenceCrossEntropy(smoothing).word_losses(TOKENS, LOGITS)
    np.testing.assert_allclose(
        to_numpy(words), word_losses(LOGITS, TOKENS), rtol=1e-5
    )


def test_label_smoothing_by_hand():
    # Probabilities 1/2, 1/4, 1/4; 0.3 of the target is spread over three.
    logits = np.log(np.array([[[0.5, 0.25, 0.25]]], "float32"))
    expected = 0.8 * np.log(2) + 0.2 * np.log(4)
    np.testing.assert_allclose(
        loss_of(np.array([[0]]), logits, label_smoothing=0.3),
        expected,
        rtol=1e-6,
    )


def test_gradient_with_label_smoothing():
    logits = keras.Variable(LOGITS)
    (gradient,) = gradients_of(
        lambda: SentenceCrossEntropy(0.2)(TOKENS, logits.value, WEIGHTS),
        [logits],
    )
    exps = np.exp(LOGITS)
    p = exps / exps.sum(-1, keepdims=True)
    target = 0.8 * np.eye(5)[TOKENS] + 0.2 / 5
    expected = (p - target) * WEIGHTS[..., np.newaxis] / 3
    np.testing.assert_allclose(gradient, expected, atol=1e-6)


@pytest.mark.parametrize("smoothing", [-0.1, 1.0, "0.1", None])
def test_bad_label_smoothing(smoothing):
    with pytest.raises(ValueError, match="label_smoothing=.*"):
        SentenceCrossEntropy(label_smoothing=smoothing)


def test_config_and_file():
    loss = SentenceCrossEntropy(0.1, name="words", reduction="sum")
    revived = SentenceCrossEntropy.from_config(loss.get_config())
    assert revived.get_config() == loss.get_config()
    assert revived.reduction == "sum"
    assert revived.label_smoothing == 0.1
    model = keras.Sequential([keras.layers.Dense(5)])
    model.compile("sgd", loss)
    model.fit(LOGITS, TOKENS, sample_weight=WEIGHTS, verbose=0)
    copy = save_and_load(model)
    assert copy.loss.name == "words"
    assert copy.loss.label_smoothing == 0.1
