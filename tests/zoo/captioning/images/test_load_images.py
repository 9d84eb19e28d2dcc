import keras
import numpy as np
import pytest
from PIL import Image

from zoo.captioning.images import load_image, load_images


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "grey.png"
    Image.new("L", (6, 5), 100).save(path)
    return path


def test_single_images_have_no_batch_axis(path):
    for image in (
        path,
        str(path),
        np.array(str(path)),
        Image.open(path),
        np.full((5, 6), 100, "uint8"),
        np.full((5, 6, 1), 100, "uint8"),
        np.full((5, 6), 100, "uint8").tolist(),
        keras.ops.full((5, 6, 3), 100.0),
    ):
        pixels, single = load_images(image, 4)
        assert single
        assert pixels.shape == (1, 4, 4, 3)
        assert (pixels == 100).all()


def test_batches(path):
    for images in (
        [path],
        (str(path),),
        np.array([str(path)]),
        np.array([str(path)], object),
        [Image.open(path)],
        np.full((1, 5, 6, 3), 100, "uint8"),
        np.full((1, 5, 6, 3), 100, "uint8").tolist(),
        keras.ops.full((1, 5, 6, 3), 100.0),
        [np.full((5, 6), 100, "uint8")],
    ):
        pixels, single = load_images(images, 4)
        assert not single
        assert pixels.shape == (1, 4, 4, 3)
        assert (pixels == 100).all()


def test_mixed_kinds_and_sizes(path):
    images = [path, np.zeros((3, 9, 4)), Image.new("CMYK", (20, 7))]
    pixels, _ = load_images(images, 4)
    for row, image in zip(pixels, images, strict=True):
        np.testing.assert_array_equal(row, load_image(image, 4))


def test_a_batch_of_the_size_keeps_its_values():
    batch = np.random.default_rng(0).uniform(0, 255, (3, 4, 4, 3))
    np.testing.assert_allclose(load_images(batch, 4)[0], batch, rtol=1e-6)


def test_a_batch_has_one_scale():
    batch = np.zeros((2, 8, 8, 3))
    batch[0], batch[1] = 1.0, 255.0
    assert load_images(batch, 4)[0][0].max() <= 1.0


def test_squash():
    wide = np.zeros((1, 4, 12, 3), "uint8")
    wide[:, :, :4] = 90
    assert load_images(wide, 4)[0].max() == 0
    assert load_images(wide, 4, crop=False)[0].max() == 90


@pytest.mark.parametrize(
    "empty", [[], (), np.zeros((0, 4, 4, 3)), np.array([], str)]
)
def test_no_images(empty):
    with pytest.raises(ValueError, match="`images` is empty"):
        load_images(empty, 4)


def test_errors_name_the_position(path):
    with pytest.raises(FileNotFoundError, match=r"`images\[1\]`.*'gone.jpg'"):
        load_images([path, "gone.jpg"], 4)
    with pytest.raises(TypeError, match=r"`images\[1\]` must be a path"):
        load_images([path, None], 4)
    for images in (None, iter([path])):
        with pytest.raises(TypeError, match="`images` must be .* or a list of"):
            load_images(images, 4)
    with pytest.raises(ValueError, match=r"`images\[0\]` holds.*not finite"):
        load_images([np.full((2, 2), np.nan)], 4)


def test_shapes_that_are_not_images():
    with pytest.raises(ValueError, match=r"transpose\(images, \(0, 2, 3, 1\)"):
        load_images(np.zeros((2, 3, 8, 9)), 4)
    with pytest.raises(ValueError, match=r"`images\[..., None\]`"):
        load_images(np.zeros((7, 8, 9)), 4)
    with pytest.raises(ValueError, match='"features"'):
        load_images(np.zeros(2048), 4)
