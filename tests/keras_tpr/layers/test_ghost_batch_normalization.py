"""Normalisation of groups, against one layer for each group."""

import keras
import numpy as np
import pytest
from keras import ops
from layer_checks import assert_close, check_layer, to_numpy

from keras_tpr.layers import BatchNormalization, GhostBatchNormalization

RNG = np.random.default_rng(0)
X = RNG.standard_normal((8, 5, 3)).astype("float32")
MASK = np.arange(5) < np.array([[5], [2], [1], [4], [3], [5], [2], [2]])
MODES = ("per_feature", "per_activation")


def moving(layer):
    return to_numpy([layer.moving_mean.value, layer.moving_variance.value])


def groups_apart(x, size, mask=None, **options):
    """Outputs, and means of the moving statistics, of a layer a group."""
    outputs, statistics = [], []
    for begin in range(0, len(x), size):
        part = slice(begin, begin + size)
        layer = BatchNormalization(momentum=0.0, **options)
        group_mask = None if mask is None else mask[part]
        outputs.append(to_numpy(layer(x[part], training=True, mask=group_mask)))
        statistics.append(moving(layer))
    means = [
        np.mean(values, axis=0) for values in zip(*statistics, strict=True)
    ]
    return np.concatenate(outputs), means


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("size", [2, 3, 8, 100])
def test_each_group_is_a_batch(size, mode):
    """With 3 the last group has two examples."""
    layer = GhostBatchNormalization(size, momentum=0.0, mode=mode)
    outputs, means = groups_apart(X, size, mode=mode)
    assert_close(layer(X, training=True), outputs, atol=1e-5)
    assert_close(moving(layer), means, atol=1e-5)


def test_masked():
    layer = GhostBatchNormalization(4, momentum=0.0)
    outputs, means = groups_apart(X, 4, MASK)
    found = to_numpy(layer(X, training=True, mask=MASK))
    assert_close(found[MASK], outputs[MASK], atol=1e-5)
    assert_close(moving(layer), means, atol=1e-5)


def test_a_masked_group_counts_for_nothing():
    mask = MASK.copy()
    mask[:4] = False
    layer = GhostBatchNormalization(4, momentum=0.0)
    layer(X, training=True, mask=mask)
    half = BatchNormalization(momentum=0.0)
    half(X[4:], training=True, mask=MASK[4:])
    assert_close(moving(layer), moving(half), atol=1e-5)
    before = moving(layer)
    layer(X, training=True, mask=np.zeros_like(mask))
    assert_close(moving(layer), before, atol=0)


def test_a_group_of_one_has_no_variance():
    x = X[:, 0]
    layer = GhostBatchNormalization(7, momentum=0.0)
    outputs = to_numpy(layer(x, training=True))
    assert_close(outputs[7], np.zeros(3, "float32"))
    assert_close(moving(layer)[1], x[:7].var(axis=0, ddof=1), atol=1e-5)
    assert_close(moving(layer)[0], (x[:7].mean(axis=0) + x[7]) / 2, atol=1e-5)


def test_inference_is_that_of_batch_normalization():
    layer, plain = GhostBatchNormalization(2), BatchNormalization()
    layer(X, training=True)
    plain.build(X.shape)
    plain.set_weights(layer.get_weights())
    assert_close(layer(X), plain(X))


def test_a_batch_size_that_is_not_known():
    inputs = keras.Input((3,))
    model = keras.Model(inputs, GhostBatchNormalization(4)(inputs))
    model.compile("sgd", "mse")
    x = X[:7, 0]
    model.fit(x, x, batch_size=5, verbose=0)
    assert all(np.isfinite(w).all() for w in model.get_weights())
    assert tuple(ops.shape(model(x, training=True))) == (7, 3)


def test_layer():
    check_layer(GhostBatchNormalization, {"group_size": 2}, X)
    options = {"group_size": 3, "unbiased": False, "mode": "per_activation"}
    check_layer(GhostBatchNormalization, options, X)


def test_bad_arguments():
    for size in (0, 2.0, True):
        with pytest.raises(ValueError, match=f"`group_size`.*{size!r}"):
            GhostBatchNormalization(size)
    with pytest.raises(ValueError, match="`synchronized` must be False"):
        GhostBatchNormalization(2, synchronized=True)
