"""Attention from a state and a TPR."""

import keras
import numpy as np
import pytest
from atpl_reference import sigmoid
from atpl_weights import randomize
from layer_checks import assert_close, check_layer, to_numpy

from keras_tpr.layers import TPRAttention

RNG = np.random.default_rng(0)
H = RNG.standard_normal((2, 3)).astype("float32")
TPR = RNG.standard_normal((2, 4, 5)).astype("float32")


def make(units=6, **options):
    layer = TPRAttention(units, **options)
    layer.build((None, 3), (None, 4, 5))
    randomize(layer)
    return layer


def test_values_by_hand():
    layer = TPRAttention(1, activation=None)
    layer.build((1, 1), (1, 2, 2))
    layer.set_weights(
        [np.array([[100.0], [1.0], [2.0], [3.0], [4.0]]), np.array([0.5])]
    )
    # vec is row-major: 1 * 5 + 2 * 6 + 3 * 7 + 4 * 8.
    scores = layer(np.array([[2.0]]), np.array([[[5.0, 6.0], [7.0, 8.0]]]))
    assert to_numpy(scores).tolist() == [[270.5]]


def test_equals_the_equation():
    layer = make()
    kernel, bias = to_numpy(layer.kernel.value), to_numpy(layer.bias.value)
    k = np.concatenate([H, TPR.reshape(2, 20)], -1)
    assert_close(layer(H, TPR), sigmoid(k @ kernel + bias))


def test_zero_weights_give_one_half():
    layer = TPRAttention(2, kernel_initializer="zeros")
    assert (to_numpy(layer(H, TPR)) == 0.5).all()


def test_leading_axes_are_free():
    layer = make()
    many_h = np.stack([H, 2 * H], 1)
    many_tpr = np.stack([TPR, -TPR], 1)
    expected = np.stack(
        [to_numpy(layer(H, TPR)), to_numpy(layer(2 * H, -TPR))], 1
    )
    assert_close(layer(many_h, many_tpr), expected)
    assert_close(layer(H[0], TPR[0]), to_numpy(layer(H, TPR))[0])


def test_the_parts_of_the_score_add_up():
    layer = make()
    parts = to_numpy(layer.state_score(H)) + to_numpy(layer.tpr_score(TPR))
    assert_close(layer.score(H, TPR), parts)


@pytest.mark.parametrize(
    "method", ["call", "score", "state_score", "tpr_score"]
)
def test_knows_whether_its_score_is_the_papers(method):
    class Other(TPRAttention):
        pass

    assert TPRAttention(3).score_is_standard
    assert Other(3).score_is_standard
    setattr(Other, method, lambda self, *args: 0.0)
    assert not Other(3).score_is_standard


def test_a_subclass_scores_its_own_way():
    class TransposedAttention(TPRAttention):
        def score(self, h, tpr):
            return super().score(h, keras.ops.swapaxes(tpr, -1, -2))

    layer = TransposedAttention(6)
    layer.build((None, 3), (None, 5, 4))
    standard = make()
    layer.set_weights(standard.get_weights())
    transposed = np.ascontiguousarray(TPR.swapaxes(-1, -2))
    assert_close(layer(H, transposed), standard(H, TPR))


def test_layer():
    check_layer(TPRAttention, {"units": 6}, {"h": H, "tpr": TPR})


def test_layer_over_positions():
    check_layer(
        TPRAttention,
        {
            "units": 2,
            "activation": "tanh",
            "kernel_regularizer": "l2",
            "bias_constraint": "non_neg",
        },
        {"h": H[:, None], "tpr": TPR[:, None]},
        dynamic=("h", "tpr"),
    )


@pytest.mark.parametrize("units", [0, -1, 2.0, None])
def test_bad_units(units):
    with pytest.raises(ValueError, match=f"`units`.*units={units}"):
        TPRAttention(units)


def test_bad_shapes():
    with pytest.raises(ValueError, match=r"`tpr`.*`h`.*\(2, 3\).*\(2, 3\)"):
        TPRAttention(2)(H, H)
