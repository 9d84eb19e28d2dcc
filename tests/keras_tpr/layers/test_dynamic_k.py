"""The integer `k` of equation 4."""

import numpy as np
import pytest
from dcnn_reference import k_of
from keras import ops
from layer_checks import to_numpy

from keras_tpr.layers import dynamic_k


def test_the_papers_example():
    assert [dynamic_k(layer, 3, 18, 3) for layer in (1, 2, 3)] == [12, 6, 3]


@pytest.mark.parametrize("layers", range(1, 9))
def test_equals_the_ceiling(layers):
    lengths = np.arange(120)
    for layer in range(1, layers + 1):
        expected = [k_of(layer, layers, s, 4) for s in lengths.tolist()]
        assert dynamic_k(layer, layers, lengths, 4).tolist() == expected
        tensor = dynamic_k(layer, layers, ops.convert_to_tensor(lengths), 4)
        assert to_numpy(tensor).tolist() == expected
        assert [dynamic_k(layer, layers, s, 4) for s in lengths.tolist()] == (
            expected
        )


def test_lengths_at_which_float32_is_wrong():
    # (5 - 2) / 5 * 25 and (7 - 3) / 7 * 21, rounded up, are 16 and 13 there.
    assert dynamic_k(2, 5, 25, 1) == 15
    assert dynamic_k(3, 7, 21, 1) == 12


def test_lengths_whose_type_is_too_small_for_the_product():
    assert dynamic_k(1, 3, np.int8(120), 3) == 80
    lengths = np.array([120, 6], "int8")
    assert dynamic_k(1, 3, lengths, 3).tolist() == [80, 4]
    tensor = ops.convert_to_tensor(lengths)
    assert to_numpy(dynamic_k(1, 3, tensor, 3)).tolist() == [80, 4]


def test_no_words_keep_the_least():
    assert dynamic_k(1, 2, 0, 4) == 4
    assert dynamic_k(1, 2, 1, 4) == 4


@pytest.mark.parametrize("length", [3.0, np.ones(2), True, "3"])
def test_lengths_that_are_none(length):
    with pytest.raises(TypeError, match="`length` must be a number of words"):
        dynamic_k(1, 2, length, 4)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 2, 5, 4), "`layer_index` must be a positive.*layer_index=0"),
        ((3, 2, 5, 4), "between 1 and `num_layers`.*layer_index=3"),
        ((1, 0, 5, 4), "`num_layers` must be a positive"),
        ((1, 2, 5, 0), "`k_top` must be a positive"),
        ((1, 2, 5, 2.0), "`k_top` must be a positive.*2.0"),
    ],
)
def test_no_such_layer(arguments, message):
    with pytest.raises(ValueError, match=message):
        dynamic_k(*arguments)
