"""How related two sentences are."""

import keras
import numpy as np
import pytest
from atpl_weights import randomize
from gradients_of import gradients_of
from layer_checks import assert_close, check_layer, to_numpy

from keras_tpr.layers import RelatednessHead

LEFT, RIGHT = (
    np.random.default_rng(0).standard_normal((2, 4, 3)).astype("float32")
)


def make(**options):
    head = RelatednessHead(hidden=6, **options)
    head.build(LEFT.shape, RIGHT.shape)
    randomize(head)
    return head


def test_equations():
    head = make(num_classes=4)
    w, b, w_p, b_p = (
        to_numpy(x).astype("float64")
        for x in (
            head.hidden_layer.kernel,
            head.hidden_layer.bias,
            head.output_layer.kernel,
            head.output_layer.bias,
        )
    )
    angle, distance = LEFT * RIGHT, np.abs(LEFT - RIGHT)
    hidden = 1 / (1 + np.exp(-(angle @ w[:3] + distance @ w[3:] + b)))
    exps = np.exp(hidden @ w_p + b_p)
    expected = exps / exps.sum(axis=-1, keepdims=True)
    assert_close(head(LEFT, RIGHT), expected, atol=1e-6)


def test_neither_sentence_comes_first():
    head = make()
    assert_close(head(RIGHT, LEFT), head(LEFT, RIGHT))


@pytest.mark.parametrize("size, count", [(150, 15_305), (142, 14_505)])
def test_published_number_of_weights(size, count):
    head = RelatednessHead()
    head.build((None, size), (None, size))
    assert head.count_params() == count


def test_equal_and_zero_vectors_have_gradients():
    head = make()
    right = np.concatenate([LEFT[:1], 0 * LEFT[:1]])
    left = keras.Variable(right)
    (gradient,) = gradients_of(
        lambda: keras.ops.sum(head(left.value, right)[:, 0]), [left]
    )
    assert np.isfinite(gradient).all()


def test_layer():
    regularized = {"kernel_regularizer": "l2", "bias_regularizer": "l1"}
    check_layer(
        RelatednessHead,
        {"hidden": 6, "num_classes": 4, **regularized},
        {"h_left": LEFT, "h_right": RIGHT},
    )
    head = make(**regularized)
    assert len(head.losses) == 4


def test_bad_arguments():
    with pytest.raises(ValueError, match="`hidden`.*hidden=0"):
        RelatednessHead(hidden=0)
    with pytest.raises(ValueError, match="`num_classes`.*num_classes=1.5"):
        RelatednessHead(num_classes=1.5)
    with pytest.raises(ValueError, match=r"one size.*\(4, 3\).*\(4, 2\)"):
        RelatednessHead()(LEFT, RIGHT[:, :2])
