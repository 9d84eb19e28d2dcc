"""Images of any kind, made square."""

import keras
import numpy as np
import pytest
from PIL import Image

from zoo.batch_norm.square_images import SquareImages

RNG = np.random.default_rng(0)
GREY = RNG.integers(0, 256, (5, 8, 8), "uint8")


def test_grey_images_keep_their_values():
    found = SquareImages(8, channels=1)(GREY[..., None])
    np.testing.assert_allclose(found[..., 0], GREY, atol=1e-4)
    colours = SquareImages(8)(GREY[..., None])
    assert colours.shape == (5, 8, 8, 3)
    np.testing.assert_array_equal(colours[..., 2], GREY)


def test_one_image_of_each_kind(tmp_path):
    path = tmp_path / "grey.png"
    Image.fromarray(GREY[0]).save(path)
    preprocessor = SquareImages(8, channels=1)
    for image in (path, Image.fromarray(GREY[0]), GREY[0]):
        found = preprocessor(image)
        np.testing.assert_allclose(found[..., 0], GREY[0], atol=1e-4)
    assert preprocessor([path, GREY[1].repeat(2, 0)]).shape == (2, 8, 8, 1)


@pytest.mark.skipif(
    keras.config.backend() != "tensorflow", reason="needs TensorFlow"
)
def test_in_a_graph():
    import tensorflow as tf

    preprocessor = SquareImages(8, channels=1)
    data = tf.data.Dataset.from_tensor_slices((GREY[..., None], np.arange(5)))
    ((x, y),) = data.batch(5).map(lambda x, y: preprocessor(x, y))
    np.testing.assert_allclose(x[..., 0], GREY, atol=1e-4)
    assert y.numpy().tolist() == [0, 1, 2, 3, 4]


def test_config():
    preprocessor = SquareImages(8, channels=1, crop=False)
    copy = SquareImages.from_config(preprocessor.get_config())
    assert (copy.image_size, copy.channels, copy.crop) == (8, 1, False)


def test_bad_arguments():
    with pytest.raises(ValueError, match="`image_size`.*0"):
        SquareImages(0)
    with pytest.raises(ValueError, match="`channels` must be one of.*2"):
        SquareImages(8, channels=2)
