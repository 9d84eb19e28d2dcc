import numpy as np
import pytest

from zoo.captioning.images.rgb_pixels import rgb_pixels


@pytest.mark.parametrize(
    ("values", "dtype", "expected"),
    [
        ([0, 51, 255], "uint8", [0, 51, 255]),
        ([0, 51, 255], "int64", [0, 51, 255]),
        ([0, 257, 65535], "uint16", [0, 1, 255]),
        ([False, True], "bool", [0, 255]),
        ([0.0, 0.2, 1.0], "float32", [0, 51, 255]),
        ([0.0, 0.2, 1.0], "float64", [0, 51, 255]),
        ([0.0, 0.5, 255.0], "float32", [0, 0.5, 255]),
        ([0.0, 128.0], "float16", [0, 128]),
        # Overshoot of resizing is cut off.
        ([-1.0, 256.5], "float32", [0, 255]),
        ([-0.005, 1.005], "float32", [0, 255]),
    ],
)
def test_number_types(values, dtype, expected):
    pixels = rgb_pixels(np.array([values], dtype))
    assert pixels.dtype == np.float32
    assert pixels.shape == (1, len(values), 3)
    for channel in range(3):
        np.testing.assert_allclose(pixels[0, :, channel], expected, atol=0.1)


def test_a_batch_is_judged_as_a_whole():
    batch = np.zeros((2, 1, 1, 3))
    batch[0], batch[1] = 1.0, 200.0
    assert rgb_pixels(batch)[0, 0, 0].tolist() == [1.0, 1.0, 1.0]
    assert rgb_pixels(batch[0])[0, 0].tolist() == [255.0, 255.0, 255.0]


def test_channels():
    grey = np.full((2, 3, 1), 100, "uint8")
    np.testing.assert_array_equal(rgb_pixels(grey), np.full((2, 3, 3), 100.0))
    np.testing.assert_array_equal(rgb_pixels(grey[..., 0]), rgb_pixels(grey))
    rgb = np.arange(18, dtype="uint8").reshape(2, 3, 3)
    np.testing.assert_array_equal(rgb_pixels(rgb), rgb)


def test_transparent_pixels_show_white():
    rgba = np.array([[[10, 20, 30, 255], [10, 20, 30, 0]]], "uint8")
    expected = [[[10, 20, 30], [255, 255, 255]]]
    np.testing.assert_allclose(rgb_pixels(rgba), expected)
    np.testing.assert_allclose(rgb_pixels(rgba / 255.0), expected, rtol=1e-6)
    half = np.array([[[0, 51]]], "uint8")
    np.testing.assert_allclose(rgb_pixels(half), np.full((1, 1, 3), 204.0))


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (np.full((2, 2, 3), np.nan), "not finite"),
        (np.full((2, 2, 3), np.inf), "not finite"),
        (np.array([[-1.0, 1.0]]), "not normalised"),
        (np.array([[0.0, 300.0]]), "from 0 to 300"),
        (np.array([[0, 256]]), "from 0 to 256"),
        (np.array([[-1, 255]]), "from -1 to 255"),
        (np.zeros((3, 8, 9)), r"np.transpose\(image, \(1, 2, 0\)\)"),
        (np.zeros((2, 3, 8, 9)), r"\(0, 2, 3, 1\)"),
        (np.zeros((7, 8, 9)), r"grey images use `image\[..., None\]`"),
        (np.zeros((8, 9, 5)), "not that of an image"),
        (np.zeros((1, 2, 8, 9, 3)), "not that of an image"),
        (np.zeros(9), '"features"'),
        (np.zeros((0, 4, 3)), "no pixels"),
    ],
)
def test_what_is_not_an_image(array, message):
    with pytest.raises(ValueError, match=message):
        rgb_pixels(array)


@pytest.mark.parametrize("dtype", ["complex64", "U1", "datetime64[s]"])
def test_what_is_not_a_number(dtype):
    with pytest.raises(TypeError, match="must hold numbers"):
        rgb_pixels(np.zeros((2, 2), dtype))
