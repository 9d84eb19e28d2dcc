"""The padding mask of captions."""

import keras
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from layer_checks import to_numpy

from keras_tpr.layers import up_to_first_end


@pytest.mark.parametrize(
    "tokens, mask",
    [
        ([3, 1, 0, 0], [1, 1, 1, 0]),
        ([3, 1, 2, 5], [1, 1, 1, 1]),
        ([0, 0, 0, 0], [1, 0, 0, 0]),
        # Nothing after END is real, whatever stands there.
        ([3, 0, 2, 0], [1, 1, 0, 0]),
        ([5], [1]),
        ([], []),
    ],
)
def test_values_by_hand(tokens, mask):
    found = to_numpy(up_to_first_end(np.array([tokens], "int32")))
    assert found.dtype == bool
    assert found.tolist() == [[bool(m) for m in mask]]


@given(st.lists(st.integers(0, 3), min_size=1, max_size=12))
def test_equals_a_search_for_the_end(tokens):
    length = tokens.index(0) + 1 if 0 in tokens else len(tokens)
    found = to_numpy(up_to_first_end(np.array([tokens])))[0]
    assert found.tolist() == [t < length for t in range(len(tokens))]


def test_in_a_model_of_any_length():
    ids = keras.Input((None,), dtype="int32")
    model = keras.Model(ids, up_to_first_end(ids))
    for length in (2, 5):
        tokens = np.array([[3] * (length - 1) + [0], [0] * length], "int32")
        expected = to_numpy(up_to_first_end(tokens))
        assert to_numpy(model(tokens)).tolist() == expected.tolist()
