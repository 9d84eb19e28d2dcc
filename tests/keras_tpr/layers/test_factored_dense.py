"""Weights that depend on a key, against their matrices written out."""

import keras
import numpy as np
import pytest
from atpl_weights import randomize
from gradients_of import gradients_of
from layer_checks import assert_close, check_layer, to_numpy

from keras_tpr.layers import FactoredDense

RNG = np.random.default_rng(0)
H = RNG.standard_normal((2, 5, 4)).astype("float32")
KEYS = np.array([[0, 6, 1, 1, 3], [5, 2, 6, 0, 0]], "int32")
WEIGHTS = RNG.dirichlet(np.ones(7), (2, 5)).astype("float32")


def make(x=KEYS, **options):
    layer = FactoredDense(3, num_keys=7, factors=6, **options)
    layer.build(H.shape, x.shape)
    randomize(layer)
    return layer


def explicit(layer, h, weights):
    """`Wa diag(Wb x) Wc h`, in columns, at one position."""
    wc = to_numpy(layer.state_kernel.value).T.astype("float64")
    wb = to_numpy(layer.key_vectors.value).T.astype("float64")
    wa = to_numpy(layer.kernel.value).T.astype("float64")
    return wa @ np.diag(wb @ weights) @ wc @ h


def test_equals_the_matrices_written_out():
    layer = make()
    expected = [
        [explicit(layer, h, np.eye(7)[x]) for h, x in zip(*row, strict=True)]
        for row in zip(H, KEYS, strict=True)
    ]
    assert_close(layer(H, KEYS), np.array(expected, "float32"))


def test_weights_of_all_keys():
    layer = make(WEIGHTS)
    expected = [
        [explicit(layer, h, x) for h, x in zip(*row, strict=True)]
        for row in zip(H, WEIGHTS, strict=True)
    ]
    assert_close(layer(H, WEIGHTS), np.array(expected, "float32"))
    one_hot = np.eye(7, dtype="float32")[KEYS]
    assert_close(layer(H, one_hot), layer(H, KEYS))


def test_leading_axes_are_free():
    layer = make()
    assert_close(
        layer(H[0, 0], np.int32(6)), layer(H[:1, :1], KEYS[:1, 1:2])[0, 0]
    )


def test_begins_as_a_dense_layer():
    layer = FactoredDense(3, num_keys=7, factors=6)
    out = layer(H, KEYS)
    kernel = keras.ops.matmul(layer.state_kernel, layer.kernel)
    assert_close(out, H @ to_numpy(kernel))


def test_bias():
    layer = make(use_bias=True)
    without = FactoredDense(3, num_keys=7, factors=6)
    without.build(H.shape, KEYS.shape)
    without.set_weights(to_numpy(layer.get_weights())[:3])
    difference = to_numpy(layer(H, KEYS)) - to_numpy(without(H, KEYS))
    assert_close(
        difference, np.broadcast_to(to_numpy(layer.bias.value), (2, 5, 3))
    )


def test_number_of_weights():
    """The head of a tagger of 10,000 words, two of these."""
    layer = FactoredDense(45, num_keys=10000, factors=512)
    layer.build((None, None, 512), (None, None))
    assert 2 * layer.count_params() == 2 * (45 * 512 + 512 * 10000 + 512 * 512)


def test_every_weight_has_a_gradient():
    layer = make(use_bias=True)
    gradients = gradients_of(
        lambda: keras.ops.sum(layer(H, KEYS) ** 2), layer.trainable_weights
    )
    assert len(gradients) == 4
    assert all(np.abs(g).max() > 0 for g in gradients)
    # A key that does not occur has none.
    assert (to_numpy(gradients[1])[4] == 0).all()


@pytest.mark.parametrize(
    "options, x",
    [
        ({}, KEYS),
        ({"use_bias": True, "key_initializer": "uniform"}, WEIGHTS),
    ],
)
def test_layer(options, x):
    arguments = {"units": 3, "num_keys": 7, "factors": 6, **options}
    check_layer(FactoredDense, arguments, {"h": H, "x": x}, dynamic=("h", "x"))


@pytest.mark.parametrize("name", ["units", "num_keys", "factors"])
@pytest.mark.parametrize("value", [0, -1, 2.5, None])
def test_bad_sizes(name, value):
    sizes = {"units": 3, "num_keys": 7, "factors": 6, name: value}
    with pytest.raises(ValueError, match=f"`{name}` must be a positive"):
        FactoredDense(**sizes)


@pytest.mark.parametrize("shape", [(2, 5, 6), (2,), (2, 5, 7, 1)])
def test_bad_keys(shape):
    with pytest.raises(ValueError, match=r"`num_keys=7`.*Received shape"):
        FactoredDense(3, 7)(H, np.zeros(shape, "int32"))
