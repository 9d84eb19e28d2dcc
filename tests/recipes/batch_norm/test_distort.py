"""Random changes of training images."""

import numpy as np
import pytest

from recipes.batch_norm.distort import (
    central_crop,
    distort_colours,
    random_crop,
)

tf = pytest.importorskip("tensorflow")
IMAGE = np.random.default_rng(0).integers(0, 256, (40, 64, 3)).astype("uint8")
SEEDS = [tf.constant([1, n], "int64") for n in range(12)]


def test_crops_follow_their_seed():
    crops = [random_crop(IMAGE, 16, seed).numpy() for seed in SEEDS]
    assert all(crop.shape == (16, 16, 3) for crop in crops)
    assert all(0 <= crop.min() and crop.max() <= 255 for crop in crops)
    np.testing.assert_array_equal(random_crop(IMAGE, 16, SEEDS[3]), crops[3])
    assert len({crop.tobytes() for crop in crops}) == 12


def test_colours():
    image = IMAGE.astype("float32")
    np.testing.assert_array_equal(distort_colours(image, 0.0, SEEDS[0]), image)
    changes = []
    for strength in (0.5, 1.0):
        found = [distort_colours(image, strength, s).numpy() for s in SEEDS]
        assert all(0 <= x.min() and x.max() <= 255 for x in found)
        changes.append(np.mean([np.abs(x - image).mean() for x in found]))
    assert 0 < changes[0] < changes[1]


def test_centre():
    """The shorter side becomes 8/7 of what is cut out."""
    image = np.zeros((64, 128, 3), "uint8")
    image[:, 36:92] = 255
    found = central_crop(image, 56).numpy()
    assert found.shape == (56, 56, 3)
    assert (found[:, 2:-2] > 250).all()
    wider = central_crop(image[:, 32:96], 28).numpy()
    assert wider.shape == (28, 28, 3)
