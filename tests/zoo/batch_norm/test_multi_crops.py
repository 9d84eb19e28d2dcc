"""Crops of an image."""

import numpy as np
import pytest

from zoo.batch_norm.multi_crops import multi_crops

# The place of each pixel, so that a crop tells where it is from.
ROWS, COLUMNS = np.mgrid[:256, :256].astype("uint8")
SQUARE = np.stack([ROWS, COLUMNS, np.zeros_like(ROWS)], axis=-1)


def test_numbers():
    image = np.random.default_rng(0).integers(0, 256, (40, 83, 3), "uint8")
    for crops in (144, 10, 1):
        found = multi_crops(image, 28, crops)
        assert found.shape == (crops, 28, 28, 3)
        assert found.dtype == "float32"
    different = np.unique(multi_crops(image, 28).reshape(144, -1), axis=0)
    assert len(different) == 144
    tall = multi_crops(image.transpose(1, 0, 2), 28)
    assert tall.shape == (144, 28, 28, 3)


def test_ten():
    """Corners and centre of 256 pixels, then mirrored."""
    found = multi_crops(SQUARE, 224, 10)
    places = [tuple(crop[0, 0, :2].astype(int)) for crop in found[:5]]
    assert places == [(0, 0), (0, 32), (32, 0), (32, 32), (16, 16)]
    np.testing.assert_array_equal(found[5:], found[:5, :, ::-1])
    np.testing.assert_array_equal(multi_crops(SQUARE, 224, 1)[0], found[4])


def test_squares_lie_along_the_longer_side():
    wide = np.zeros((32, 96, 3), "uint8")
    wide[:, 64:, 0] = 255
    found = multi_crops(wide, 28)[:18, ..., 0]
    left, centre, right = found.reshape(3, 6, 28, 28)
    assert not left.any() and not centre.any()
    assert (right[:, :, 2:] > 200).all()


def test_the_whole_square_is_one_of_them():
    whole = multi_crops(SQUARE, 224)[5]
    assert whole[0, 0, :2].max() <= 2 and whole[-1, -1, :2].min() >= 253


def test_bad_number():
    with pytest.raises(
        ValueError, match=r"`crops` must be one of \(1, 10, 144"
    ):
        multi_crops(SQUARE, 224, 5)
