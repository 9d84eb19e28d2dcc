"""The recurrence over roles alone."""

import keras
import numpy as np
import pytest
from atpl_reference import sigmoid
from atpl_weights import randomize
from layer_checks import assert_close, to_numpy

from keras_tpr.layers import ATPLCell, TPRAttention
from keras_tpr.layers.role_steps import RoleSteps

RNG = np.random.default_rng(0)
H = RNG.standard_normal((2, 4, 3)).astype("float32")
WORDS = RNG.standard_normal((2, 4, 4)).astype("float32")
LENGTH = np.arange(4.0).reshape(1, 4, 1).repeat(2, 0).astype("float32")


class StandardInOnePiece(TPRAttention):
    """The paper's score, which the layer cannot know to be it."""

    def score(self, h, tpr):
        return self.state_score(h) + self.tpr_score(tpr)


def make(attention=None, **options):
    cell = ATPLCell(4, 3, 5, role_attention=attention, **options)
    cell.build((None, 4))
    randomize(cell)
    return cell


def by_hand(cell, length=None):
    kernel, bias = (
        to_numpy(w.value).astype("float64") for w in cell.role_attention.weights
    )
    result = np.zeros(WORDS.shape)
    for row in range(2):
        tpr = np.zeros((4, 4))
        for t in range(4):
            scale = 1.0 if length is None else max(length[row, t, 0], 1.0)
            k = np.concatenate([H[row, t], tpr.reshape(-1) / scale])
            a = sigmoid(k @ kernel + bias)
            tpr += np.outer(WORDS[row, t], cell.roles.basis @ a)
            result[row, t] = a
    return result.astype("float32")


@pytest.mark.parametrize("attention", [None, StandardInOnePiece])
@pytest.mark.parametrize("scale", [None, "length"])
def test_equals_the_equations(attention, scale):
    cell = make(attention and attention(4), tpr_scale=scale)
    length = None if scale is None else LENGTH
    assert_close(RoleSteps(cell)(H, WORDS, length), by_hand(cell, length), 1e-5)


def test_shares_the_weights_of_the_cell():
    cell = make()
    steps = RoleSteps(cell)
    before = to_numpy(steps(H, WORDS))
    cell.role_attention.bias.assign(
        to_numpy(cell.role_attention.bias.value) + 1
    )
    assert_close(steps(H, WORDS), by_hand(cell), 1e-5)
    assert abs(to_numpy(steps(H, WORDS)) - before).max() > 1e-2


def test_a_mask_on_the_states_is_no_business_of_its():
    steps = RoleSteps(make())
    plain = to_numpy(steps(H, WORDS))
    inputs = keras.Input((4, 3))
    masked = keras.layers.Masking()(inputs)
    words = keras.Input((4, 4))
    model = keras.Model([inputs, words], steps(masked, words))
    assert_close(model([H, WORDS]), plain)


def test_output_shape():
    shape = RoleSteps(make()).compute_output_shape((2, 4, 3), (2, None, 4))
    assert shape == (2, None, 4)
