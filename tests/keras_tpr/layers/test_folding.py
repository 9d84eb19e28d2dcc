"""Folding of rows."""

import keras
import numpy as np
import pytest
from dcnn_reference import fold
from layer_checks import assert_close, check_layer, to_numpy

from keras_tpr.layers import Folding

X = np.random.default_rng(0).standard_normal((2, 5, 6, 3)).astype("float32")


def test_neighbours_are_added():
    assert_close(Folding()(X), np.stack([fold(x) for x in X]))


def test_a_length_that_is_not_known():
    inputs = keras.Input((None, 6, 3))
    model = keras.Model(inputs, Folding()(inputs))
    assert model.output_shape == (None, None, 3, 3)
    assert_close(model(X), Folding()(X))


def test_the_mask_is_passed_on():
    mask = np.arange(5) < np.array([[3], [0]])
    assert to_numpy(Folding().compute_mask(X, mask)).tolist() == mask.tolist()


def test_layer():
    check_layer(Folding, {}, X)


def test_odd_rows():
    with pytest.raises(ValueError, match="even number.*Received 15 rows"):
        Folding()(np.ones((2, 4, 15, 3), "float32"))
    with pytest.raises(ValueError, match=r"\(B, T, R, n\).*\(2, 4, 6\)"):
        Folding()(np.ones((2, 4, 6), "float32"))
