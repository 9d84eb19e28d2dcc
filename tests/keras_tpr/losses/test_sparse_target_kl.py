"""Divergence from a score that lies between two classes."""

import keras
import numpy as np
import pytest
from gradients_of import gradients_of
from layer_checks import assert_close, save_and_load, to_numpy

from keras_tpr.losses import SparseTargetKL

RNG = np.random.default_rng(0)
LOGITS = RNG.standard_normal((6, 5)).astype("float32")
PROBABILITIES = np.exp(LOGITS) / np.exp(LOGITS).sum(axis=-1, keepdims=True)
SCORES = np.array([1.0, 1.2, 2.5, 3.0, 4.9, 5.0], "float32")


def target_of(score, num_classes=5):
    """The three cases of the definition."""
    p = np.zeros(num_classes)
    for r in range(1, num_classes + 1):
        if r == np.floor(score) + 1:
            p[r - 1] = score - np.floor(score)
        elif r == np.floor(score):
            p[r - 1] = np.floor(score) - score + 1
    return p


def divergence(p, q):
    return sum(a * np.log(a / b) for a, b in zip(p, q, strict=True) if a > 0)


def test_targets():
    target = to_numpy(SparseTargetKL().target(SCORES))
    expected = np.stack([target_of(score) for score in SCORES])
    np.testing.assert_allclose(target, expected, atol=1e-6)
    np.testing.assert_allclose(target @ np.arange(1, 6), SCORES, rtol=1e-6)
    np.testing.assert_allclose(target.sum(axis=-1), 1.0, rtol=1e-6)
    assert target[5].tolist() == [0, 0, 0, 0, 1]
    seven = SparseTargetKL(num_classes=7).target(np.array([6.25]))
    assert to_numpy(seven).tolist() == [[0, 0, 0, 0, 0, 0.75, 0.25]]


@pytest.mark.parametrize("column", [False, True])
def test_values(column):
    scores = SCORES[:, np.newaxis] if column else SCORES
    expected = [
        divergence(target_of(y), q)
        for y, q in zip(SCORES, PROBABILITIES.astype("float64"), strict=True)
    ]
    each = SparseTargetKL(reduction="none")(scores, PROBABILITIES)
    np.testing.assert_allclose(to_numpy(each), expected, rtol=1e-4, atol=1e-6)
    mean = SparseTargetKL()(scores, PROBABILITIES)
    np.testing.assert_allclose(to_numpy(mean), np.mean(expected), rtol=1e-5)


def test_zero_for_the_target_itself():
    exact = np.stack([target_of(y) for y in SCORES]).astype("float32")
    loss = to_numpy(SparseTargetKL()(SCORES, exact))
    np.testing.assert_allclose(loss, 0.0, atol=1e-6)


def test_weights():
    weights = np.array([1, 0, 0, 0, 0, 0], "float32")
    found = SparseTargetKL()(SCORES, PROBABILITIES, weights)
    expected = divergence(target_of(SCORES[0]), PROBABILITIES[0]) / 6
    np.testing.assert_allclose(to_numpy(found), expected, rtol=1e-5)


def test_gradient_through_a_softmax():
    logits = keras.Variable(LOGITS)

    def loss():
        return SparseTargetKL(reduction="sum")(
            SCORES, keras.ops.softmax(logits.value)
        )

    (gradient,) = gradients_of(loss, [logits])
    expected = PROBABILITIES - np.stack([target_of(y) for y in SCORES])
    np.testing.assert_allclose(gradient, expected, atol=1e-5)


def test_impossible_predictions_are_finite():
    certain = np.eye(5, dtype="float32")[[4]]
    logits = keras.Variable(certain)
    loss = SparseTargetKL()
    assert np.isfinite(to_numpy(loss(np.array([1.0]), certain)))
    (gradient,) = gradients_of(
        lambda: loss(np.array([1.0]), logits.value), [logits]
    )
    assert np.isfinite(gradient).all()


def test_low_precision_predictions():
    half = keras.ops.cast(PROBABILITIES, "bfloat16")
    found = SparseTargetKL()(SCORES, half)
    assert keras.backend.standardize_dtype(found.dtype) == "float32"
    assert_close(
        found, SparseTargetKL()(SCORES, keras.ops.cast(half, "float32"))
    )


def test_config_and_file():
    loss = SparseTargetKL(num_classes=4, name="kl", reduction="sum")
    revived = SparseTargetKL.from_config(loss.get_config())
    assert revived.get_config() == loss.get_config()
    model = keras.Sequential([keras.layers.Dense(4, "softmax")])
    model.compile("sgd", loss)
    model.fit(LOGITS, np.minimum(SCORES, 4), verbose=0)
    assert save_and_load(model).loss.num_classes == 4


def test_bad_arguments():
    with pytest.raises(ValueError, match="`num_classes`.*num_classes=1"):
        SparseTargetKL(num_classes=1)
