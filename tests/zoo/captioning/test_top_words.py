import keras
import numpy as np
import pytest
from keras import ops

from zoo.captioning.top_words import BLOCK, top_words


@pytest.mark.parametrize("count", [1, 3, 5])
@pytest.mark.parametrize(
    "size", [5, 4 * BLOCK - 1, 20 * BLOCK, 20 * BLOCK + 1, 8791]
)
def test_equals_sorting(size, count):
    # Distinct values, so that there is one right order.
    rng = np.random.default_rng(size + count)
    logits = rng.permuted(
        np.tile(np.arange(size, dtype="float32"), (4, 1)), axis=1
    )
    values, words = top_words(ops.convert_to_tensor(logits), count)
    expected = np.argsort(-logits, axis=1)[:, :count]
    np.testing.assert_array_equal(ops.convert_to_numpy(words), expected)
    np.testing.assert_array_equal(
        ops.convert_to_numpy(values),
        np.take_along_axis(logits, expected, axis=1),
    )


def test_best_words_in_one_block():
    logits = np.zeros((1, 40 * BLOCK), "float32")
    logits[0, 7 * BLOCK : 7 * BLOCK + 4] = [1, 4, 3, 2]
    values, words = top_words(ops.convert_to_tensor(logits), 4)
    assert ops.convert_to_numpy(values).tolist() == [[4, 3, 2, 1]]
    begin = 7 * BLOCK
    assert ops.convert_to_numpy(words).tolist() == [
        [begin + 1, begin + 2, begin + 3, begin]
    ]


def test_equal_values_are_different_words():
    logits = np.zeros((2, 40 * BLOCK), "float32")
    _, words = top_words(ops.convert_to_tensor(logits), 5)
    for row in ops.convert_to_numpy(words):
        assert len(set(row.tolist())) == 5


def test_suppressed_words_come_last():
    size = 8 * BLOCK
    logits = np.full((1, size), -1e30, "float32")
    logits[0, size - 1] = 0.0
    values, words = top_words(ops.convert_to_tensor(logits), 2)
    assert ops.convert_to_numpy(words)[0, 0] == size - 1
    assert ops.convert_to_numpy(values)[0, 1] == np.float32(-1e30)


def test_words_are_int32():
    _, words = top_words(ops.ones((1, 4)), 2)
    assert keras.backend.standardize_dtype(words.dtype) == "int32"
