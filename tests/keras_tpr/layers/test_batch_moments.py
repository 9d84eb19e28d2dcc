"""Mean and variance of what is real in a batch."""

import numpy as np
from layer_checks import assert_close, to_numpy

from keras_tpr.layers.batch_moments import batch_moments, number_of_values

X = np.random.default_rng(0).standard_normal((4, 5, 3)).astype("float32")
MASK = np.arange(5) < np.array([[5], [2], [0], [1]])


def test_all():
    mean, variance, count = batch_moments(X, (0, 1))
    assert count == number_of_values(X, (0, 1)) == 20
    assert_close(mean, X.mean(axis=(0, 1), keepdims=True))
    assert_close(variance, X.var(axis=(0, 1), keepdims=True))


def test_masked():
    mean, variance, count = batch_moments(X, (0, 1), MASK[..., None])
    assert float(to_numpy(count).squeeze()) == 8
    assert_close(mean, X[MASK].mean(axis=0)[None, None])
    assert_close(variance, X[MASK].var(axis=0)[None, None])


def test_a_mask_of_size_one_counts_for_all():
    mask = np.array([True, False, True, True]).reshape(4, 1, 1)
    mean, _, count = batch_moments(X, (0, 1), mask)
    assert float(to_numpy(count).squeeze()) == 15
    assert_close(mean, X[mask.ravel()].mean(axis=(0, 1))[None, None])


def test_nothing():
    mean, variance, count = batch_moments(X, (0, 1), np.zeros((4, 5, 1), bool))
    for value in (mean, variance, count):
        assert not to_numpy(value).any()


def test_far_from_zero():
    _, variance, _ = batch_moments(X + 1e4, (0, 1))
    assert_close(variance, X.var(axis=(0, 1), keepdims=True), rtol=1e-2)


def test_parts_are_put_together():
    """A second replica with the same values changes nothing but the count."""
    twice = batch_moments(X, (0, 1), total=lambda part: 2.0 * part)
    once = batch_moments(X, (0, 1))
    assert_close(twice.mean, once.mean)
    assert_close(twice.variance, once.variance)
    assert float(twice.count) == 40
