"""Reading fillers back."""

import keras
import numpy as np
import pytest
from layer_checks import assert_close, check_layer, to_numpy

from keras_tpr.layers import TPRUnbind


def test_values_by_hand():
    tpr = np.array([[[1.0, 0.0], [4.0, 10.0], [1.0, -10.0]]])
    u = np.array([[2.0, 0.5]])
    assert to_numpy(TPRUnbind()([tpr, u])).tolist() == [[2.0, 13.0, -3.0]]


@pytest.mark.parametrize(
    "tpr_shape, u_shape, shape",
    [
        ((3, 4), (4,), (3,)),
        ((2, 3, 4), (2, 4), (2, 3)),
        ((2, 5, 3, 4), (2, 5, 4), (2, 5, 3)),
        # Leading axes broadcast.
        ((2, 1, 3, 4), (2, 5, 4), (2, 5, 3)),
        ((3, 4), (2, 5, 4), (2, 5, 3)),
        ((2, 3, 4), (4,), (2, 3)),
        ((2, 3, 4), (1, 4), (2, 3)),
    ],
)
def test_leading_axes(tpr_shape, u_shape, shape):
    rng = np.random.default_rng(0)
    tpr = rng.standard_normal(tpr_shape).astype("float32")
    u = rng.standard_normal(u_shape).astype("float32")
    layer = TPRUnbind()
    assert_close(layer([tpr, u]), np.einsum("...ij,...j->...i", tpr, u))
    assert layer.compute_output_shape([tpr_shape, u_shape]) == shape


@pytest.mark.parametrize(
    "tpr_shape, u_shape, shape",
    [
        ((None, 3, 4), (None, 4), (None, 3)),
        ((None, 1, 3, 4), (None, 5, 4), (None, 5, 3)),
        ((None, 3, 4), (5, 4), (5, 3)),
        ((5, 3, 4), (None, 4), (5, 3)),
        ((1, 3, 4), (None, 4), (None, 3)),
    ],
)
def test_shape_of_unknown_sizes(tpr_shape, u_shape, shape):
    assert TPRUnbind().compute_output_shape([tpr_shape, u_shape]) == shape


def test_mask_of_the_unbinding_vectors_is_passed_on():
    mask = np.array([[True, False]])
    layer = TPRUnbind()
    assert layer.compute_mask(None, [None, mask]) is mask
    ids = keras.Input((2,), dtype="int32")
    u = keras.layers.Embedding(5, 4, mask_zero=True)(ids)
    tpr = keras.Input((1, 3, 4))
    fillers = layer([tpr, u])
    pooled = keras.layers.GlobalAveragePooling1D()(fillers)
    model = keras.Model([ids, tpr], [fillers, pooled])
    given, mean = to_numpy(
        model([np.array([[3, 0]]), np.ones((1, 1, 3, 4), "float32")])
    )
    assert_close(mean, given[:, 0])


def test_layer():
    check_layer(TPRUnbind, {}, [np.ones((2, 5, 3, 4)), np.ones((2, 5, 4))])


@pytest.mark.parametrize(
    "shapes, message",
    [
        ([(2, 3, 4), (2, 3)], r"same role size R.*\(2, 3, 4\)"),
        ([(4,), (4,)], "`tpr`"),
        ([(2, 3, 4)], r"\[tpr, unbinding\]"),
    ],
)
def test_bad_shapes(shapes, message):
    with pytest.raises(ValueError, match=message):
        TPRUnbind()([np.zeros(shape) for shape in shapes])


def test_a_single_tensor_is_refused():
    with pytest.raises(ValueError, match=r"\[tpr, unbinding\]"):
        TPRUnbind()(np.zeros((2, 3)))
