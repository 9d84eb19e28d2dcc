"""Bias and activation of feature maps."""

import numpy as np
import pytest
from layer_checks import assert_close, check_layer, to_numpy

from keras_tpr.layers import RowwiseBias

RNG = np.random.default_rng(0)
X = RNG.standard_normal((3, 5, 4, 2)).astype("float32")
MASK = np.arange(5) < np.array([[5], [2], [0]])


def make(**options):
    layer = RowwiseBias(**options)
    layer.build(X.shape)
    layer.bias.assign(RNG.standard_normal((4, 2)))
    return layer


def test_a_bias_for_each_row_and_map():
    layer = make()
    assert_close(layer(X), np.tanh(X + to_numpy(layer.bias.value)))


def test_fill_stays_zero():
    layer = make(activation="sigmoid")
    masked = to_numpy(layer(X, mask=MASK))
    assert_close(masked[MASK], to_numpy(layer(X))[MASK])
    assert (masked[~MASK] == 0).all()
    assert layer.compute_mask(X, MASK) is MASK


def test_no_nan_gets_through_a_mask():
    x = np.where(MASK[..., None, None], X, np.nan)
    assert np.isfinite(to_numpy(make()(x, mask=MASK))).all()


def test_layer():
    check_layer(RowwiseBias, {}, X)
    check_layer(
        RowwiseBias, {"activation": "relu", "bias_regularizer": "l2"}, X
    )


def test_bad_shape():
    with pytest.raises(ValueError, match=r"\(B, T, R, n\).*\(3, 5, 4\)"):
        RowwiseBias()(X[..., 0])


def test_rows_of_another_input_are_not_broadcast():
    layer = RowwiseBias()
    layer(X)
    with pytest.raises(ValueError, match="axis 2"):
        layer(X[:, :, :1])
