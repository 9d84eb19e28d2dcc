"""How many statements ago."""

import keras
import numpy as np
import pytest
from layer_checks import assert_close, check_layer, check_padding, to_numpy

from keras_tpr.layers import WriteTime

RNG = np.random.default_rng(0)
MEMORY = RNG.standard_normal((3, 5, 2)).astype("float32")
MASK = np.array([[1] * 5, [1, 0, 1, 1, 0], [0] * 5], "bool")


def make(size=9, **options):
    layer = WriteTime(size, **options)
    layer.build(MEMORY.shape)
    layer.embeddings.assign(RNG.standard_normal((size, 2)))
    return layer


@pytest.mark.parametrize("size", [9, 3, 1])
def test_ages(size):
    layer = make(size)
    table = to_numpy(layer.embeddings)
    found = to_numpy(layer(MEMORY, memory_mask=MASK))
    for row, mask in enumerate(MASK):
        for i in range(5):
            expected = MEMORY[row, i].copy()
            if mask[i]:
                expected += table[min(mask[i + 1 :].sum(), size - 1)]
            np.testing.assert_allclose(found[row, i], expected, rtol=1e-5)


def test_what_was_read_from_some_places():
    layer = make()
    places = np.array([[4, 0], [2, 0], [-1, -1]])
    read = np.take_along_axis(MEMORY, places[..., None] % 5, axis=1)
    found = layer(read, memory_mask=MASK, places=places)
    all_of_them = to_numpy(layer(MEMORY, memory_mask=MASK))
    expected = np.take_along_axis(all_of_them, places[..., None] % 5, axis=1)
    assert_close(found, expected)


def test_padding_behind_does_nothing():
    layer = make()
    check_padding(layer, {"memory": MEMORY, "memory_mask": MASK}, "memory_mask")
    assert_close(layer(MEMORY), layer(MEMORY, np.ones_like(MASK)))


def test_noise_makes_older_in_training_only():
    layer = make(200, noise=0.3, seed=1)
    layer.embeddings.assign(np.arange(200)[:, None] * np.ones(2))
    zeros = np.zeros((400, 20, 2), "float32")
    ages = to_numpy(layer(zeros, training=True))[..., 0]
    # Each statement and its empty places push those before it back.
    assert (np.diff(ages) <= -1).all() and (np.diff(ages) >= -2).all()
    assert ages[:, 0].mean() == pytest.approx(19 + 0.3 * 20, abs=0.3)
    assert set(ages[:, -1]) == {0.0, 1.0}
    still = to_numpy(layer(zeros))[..., 0]
    np.testing.assert_array_equal(still[0], np.arange(19, -1, -1))


def test_layer():
    check_layer(
        WriteTime,
        {"memory_size": 4},
        {"memory": MEMORY, "memory_mask": MASK},
        dynamic=("memory", "memory_mask"),
    )
    layer = WriteTime(3, noise=0.1, seed=5)
    assert WriteTime.from_config(layer.get_config()).get_config() == (
        layer.get_config()
    )


def test_bad_arguments():
    with pytest.raises(ValueError, match="`memory_size`.*memory_size=0"):
        WriteTime(0)
    with pytest.raises(ValueError, match="`noise`.*noise=1"):
        WriteTime(3, noise=1)
    assert keras.saving.get_registered_name(WriteTime) == "keras_tpr>WriteTime"
