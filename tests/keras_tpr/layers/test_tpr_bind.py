"""Binding fillers to roles."""

import keras
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from layer_checks import assert_close, check_layer, save_and_load, to_numpy

from keras_tpr.layers import TPRBind


def test_values_by_hand():
    fillers = np.array([[[1.0, 2.0, 3.0], [0.0, 1.0, -1.0]]])
    roles = np.array([[[1.0, 0.0], [2.0, 10.0]]])
    # Rows are fillers, columns are roles.
    assert to_numpy(TPRBind()([fillers, roles])).tolist() == [
        [[1.0, 0.0], [4.0, 10.0], [1.0, -10.0]]
    ]


@pytest.mark.parametrize("leading", [(), (2,), (2, 3)])
def test_leading_axes(leading):
    rng = np.random.default_rng(0)
    fillers = rng.standard_normal((*leading, 4, 3)).astype("float32")
    roles = rng.standard_normal((*leading, 4, 5)).astype("float32")
    expected = sum(
        fillers[..., t, :, None] * roles[..., t, None, :] for t in range(4)
    )
    layer = TPRBind()
    assert_close(layer([fillers, roles]), expected)
    shape = layer.compute_output_shape([fillers.shape, roles.shape])
    assert shape == expected.shape


@given(st.permutations(range(4)), st.integers(0, 2**32 - 1))
def test_order_does_not_matter(order, seed):
    rng = np.random.default_rng(seed)
    fillers = rng.standard_normal((1, 4, 3)).astype("float32")
    roles = rng.standard_normal((1, 4, 2)).astype("float32")
    assert_close(
        TPRBind()([fillers[:, order], roles[:, order]]),
        TPRBind()([fillers, roles]),
        atol=1e-5,
    )


@pytest.mark.parametrize("as_list", [True, False])
def test_masked_positions_add_nothing(as_list):
    rng = np.random.default_rng(0)
    fillers = rng.standard_normal((3, 4, 3)).astype("float32")
    roles = rng.standard_normal((3, 4, 2)).astype("float32")
    mask = np.array([[1, 1, 0, 0], [1, 0, 1, 0], [0, 0, 0, 0]], bool)
    bound = to_numpy(
        TPRBind()([fillers, roles], mask=[mask, None] if as_list else mask)
    )
    for row in range(3):
        real = mask[row]
        expected = fillers[row, real].T @ roles[row, real]
        assert_close(bound[row], expected)
    assert (bound[2] == 0).all()


def test_masks_of_both_inputs_arrive_by_themselves():
    ids = keras.Input((None,), dtype="int32")
    fillers = keras.layers.Embedding(5, 3, mask_zero=True)(ids)
    roles = keras.layers.Embedding(5, 2)(ids)
    model = keras.Model(ids, TPRBind()([fillers, roles]))
    assert_close(model(np.array([[3, 1, 0, 0]])), model(np.array([[3, 1]])))
    reloaded = save_and_load(model)
    assert_close(reloaded(np.array([[3, 1]])), model(np.array([[3, 1]])))


def test_one_position():
    fillers, roles = np.ones((2, 1, 3)), np.ones((2, 1, 4))
    assert_close(TPRBind()([fillers, roles]), np.ones((2, 3, 4), "float32"))


def test_layer():
    check_layer(TPRBind, {}, [np.ones((2, 4, 3)), np.ones((2, 4, 5))])


@pytest.mark.parametrize(
    "shapes, message",
    [
        ([(2, 4, 3), (2, 5, 3)], r"as many positions.*\(2, 4, 3\)"),
        ([(2, 4, 3), (4, 3)], "same rank"),
        ([(3,), (3,)], "at least 2"),
        ([(2, 4, 3)], r"\[fillers, roles\]"),
    ],
)
def test_bad_shapes(shapes, message):
    with pytest.raises(ValueError, match=message):
        TPRBind()([np.zeros(shape) for shape in shapes])


def test_a_single_tensor_is_refused():
    with pytest.raises(ValueError, match=r"\[fillers, roles\]"):
        TPRBind()(np.zeros((2, 3)))
