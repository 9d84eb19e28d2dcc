"""Convolution of rows, compared with the sum of equation 1."""

import keras
import numpy as np
import pytest
from dcnn_reference import convolve
from gradients_of import gradients_of
from keras import ops
from layer_checks import assert_close, check_layer, to_numpy

from keras_tpr.layers import RowwiseConv1D

RNG = np.random.default_rng(0)
LENGTHS = np.array([6, 3, 1, 0])
MASK = np.arange(6) < LENGTHS[:, None]
both = pytest.mark.parametrize("maps_in", [1, 3])
either = pytest.mark.parametrize("implementation", ["auto", "portable"])


def inputs(maps_in, length=6):
    return RNG.standard_normal((4, length, 5, maps_in)).astype("float32")


def make(maps_in, **options):
    layer = RowwiseConv1D(**{"maps": 2, "width": 4, **options})
    layer.build((None, None, 5, maps_in))
    layer.kernel.assign(RNG.standard_normal(layer.kernel.shape))
    return layer


def test_values_by_hand():
    layer = RowwiseConv1D(1, 3)
    layer.build((1, 2, 1, 1))
    layer.kernel.assign(np.array([1.0, 10.0, 100.0]).reshape(3, 1, 1, 1))
    x = np.array([3.0, 4.0]).reshape(1, 2, 1, 1)
    # The last weight meets the newest word.
    assert to_numpy(layer(x)).ravel().tolist() == [300.0, 430.0, 43.0, 4.0]


@both
@either
@pytest.mark.parametrize("padding", ["wide", "narrow"])
def test_equals_the_equation(maps_in, padding, implementation):
    layer = make(maps_in, padding=padding, implementation=implementation)
    x, kernel = inputs(maps_in), to_numpy(layer.kernel.value)
    expected = [convolve(row, kernel, padding == "wide") for row in x]
    assert_close(layer(x), np.stack(expected).astype("float32"), atol=1e-5)


@both
def test_narrow_is_a_part_of_wide(maps_in):
    wide, narrow = make(maps_in), make(maps_in, padding="narrow")
    narrow.kernel.assign(wide.kernel)
    x = inputs(maps_in)
    assert_close(narrow(x), to_numpy(wide(x))[:, 3:-3], atol=1e-5)


@both
@either
def test_padding_does_nothing(maps_in, implementation):
    layer = make(maps_in, implementation=implementation)
    x = inputs(maps_in)
    outputs = to_numpy(layer(x, mask=MASK))
    mask = to_numpy(layer.compute_mask(x, MASK))
    assert mask.sum(axis=1).tolist() == [9, 6, 4, 0]
    for row, length, found, real in zip(x, LENGTHS, outputs, mask, strict=True):
        alone = to_numpy(layer(row[None, :length]))[0] if length else []
        assert_close(found[real], np.reshape(alone, found[real].shape))
        assert (found[~real] == 0).all()


def test_masks_of_narrow_convolutions():
    layer = make(1, padding="narrow")
    mask = to_numpy(layer.compute_mask(inputs(1), MASK))
    assert mask.tolist() == [[True] * 3, [False] * 3, [False] * 3, [False] * 3]
    assert layer.compute_mask(inputs(1)) is None


def test_rows_do_not_mix():
    layer = make(1)
    x = inputs(1)
    changed = x.copy()
    changed[:, :, 2] += 1.0
    before, after = to_numpy(layer(x)), to_numpy(layer(changed))
    same = (before == after).all(axis=(0, 1, 3))
    assert same.tolist() == [True, True, False, True, True]


@both
def test_gradients(maps_in):
    weights = RNG.standard_normal((4, 9, 5, 2)).astype("float32")
    x = keras.Variable(inputs(maps_in))
    found = []
    kernel = None
    for implementation in ("auto", "portable"):
        layer = make(maps_in, implementation=implementation)
        kernel = layer.kernel if kernel is None else kernel
        layer.kernel.assign(kernel)

        def loss(layer=layer):
            return ops.sum(layer(x) * weights)

        found.append(gradients_of(loss, [x, layer.kernel]))
    assert_close(found[0], found[1], atol=1e-4)
    # The kernel's, from the equation: what each weight met.
    padded = np.pad(to_numpy(x.value), [(0, 0), (3, 3), (0, 0), (0, 0)])
    for i in range(4):
        expected = np.einsum("btrn,btrm->rnm", padded[:, i : i + 9], weights)
        assert_close(found[0][1][i], expected, atol=1e-4, rtol=1e-4)


def test_a_length_that_is_not_known():
    for maps_in in (1, 3):
        symbolic = keras.Input((None, 5, maps_in))
        layer = make(maps_in)
        model = keras.Model(symbolic, layer(symbolic))
        assert model.output_shape == (None, None, 5, 2)
        for length in (1, 6):
            x = inputs(maps_in, length)
            assert_close(model.predict(x, verbose=0), layer(x), atol=1e-5)


def test_rows_differ_at_first():
    layer = RowwiseConv1D(6, 7)
    layer.build((None, None, 48, 1))
    kernel = to_numpy(layer.kernel.value)
    assert len(np.unique(kernel.round(6))) > 1900
    limit = (6 / (7 * 7)) ** 0.5
    assert 0.9 * limit < np.abs(kernel).max() <= limit


def test_layer():
    options = {"maps": 2, "width": 3}
    check_layer(RowwiseConv1D, options, inputs(1))
    check_layer(RowwiseConv1D, {**options, "padding": "narrow"}, inputs(3))
    check_layer(
        RowwiseConv1D,
        {
            **options,
            "kernel_initializer": "he_normal",
            "kernel_regularizer": "l2",
            "kernel_constraint": "max_norm",
            "implementation": "portable",
        },
        inputs(3),
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"maps": 0}, "`maps` must be a positive integer.*maps=0"),
        ({"maps": True}, "`maps` must be a positive integer.*maps=True"),
        ({"width": 2.5}, "`width` must be a positive integer.*width=2.5"),
        ({"padding": "same"}, "`padding` must be one of.*padding='same'"),
        ({"implementation": "x"}, "`implementation` must be one of"),
    ],
)
def test_bad_arguments(arguments, message):
    with pytest.raises(ValueError, match=message):
        RowwiseConv1D(**{"maps": 2, "width": 3, **arguments})


def test_bad_shapes():
    with pytest.raises(ValueError, match=r"\(B, T, R, n\).*expand_dims"):
        RowwiseConv1D(2, 3)(np.ones((2, 4, 5), "float32"))
    narrow = RowwiseConv1D(2, 7, padding="narrow")
    with pytest.raises(ValueError, match="width 7 needs.*Received 6"):
        narrow.compute_output_shape((2, 6, 5, 1))
    with pytest.raises(ValueError, match="width 7 needs.*Received 6"):
        narrow(np.ones((2, 6, 5, 1), "float32"))


def test_inputs_of_another_kind():
    layer = RowwiseConv1D(2, 3)
    layer(np.ones((2, 4, 6, 1), "float32"))
    with pytest.raises(ValueError, match="axis 2 .*value 6"):
        layer(np.ones((2, 4, 5, 1), "float32"))
    with pytest.raises(TypeError, match="floating-point values.*int32"):
        layer(np.ones((2, 4, 6, 1), "int32"))
