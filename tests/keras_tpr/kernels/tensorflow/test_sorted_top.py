"""The sorting network, against NumPy's sort."""

import keras
import numpy as np
import pytest

pytest.importorskip("tensorflow")
if keras.backend.backend() != "tensorflow":
    pytest.skip("TensorFlow kernels", allow_module_level=True)

from keras_tpr.kernels.tensorflow.sorted_top import sorted_top


@pytest.mark.parametrize("count", [1, 2, 4, 8, 16])
def test_sorts_zeros_and_ones(count):
    """A network that sorts all of these sorts everything."""
    columns = np.arange(2**count, dtype="int64")
    x = columns >> np.arange(count)[:, None] & 1
    found = np.stack(sorted_top(x[None].astype("float32"), count), axis=1)
    np.testing.assert_array_equal(found[0], -np.sort(-x, axis=0))


@pytest.mark.parametrize("count", [4, 32])
@pytest.mark.parametrize("length", [1, 3, 4, 5, 31, 33, 100, 257])
def test_highest_of_any_length(count, length):
    # Few different values: many are equal.
    x = np.random.default_rng(length).integers(0, 40, (3, length, 5))
    x = x.astype("float32")
    expected = np.full((3, count, 5), -np.inf, "float32")
    top = -np.sort(-x, axis=1)[:, :count]
    expected[:, : top.shape[1]] = top
    np.testing.assert_array_equal(
        np.stack(sorted_top(x, count), axis=1), expected
    )
