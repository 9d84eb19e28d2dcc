import numpy as np
import pytest
import tensorflow as tf
from PIL import Image

from zoo.captioning.images import load_images
from zoo.captioning.images.images_in_graph import images_in_graph


def run(images, image_size, crop=True, spec=None):
    spec = spec or tf.TensorSpec.from_tensor(tf.constant(images))

    @tf.function(input_signature=[spec])
    def convert(images):
        return images_in_graph(images, image_size, crop)

    return convert(images).numpy()


def smooth(height, width, channels=3):
    rows, columns = np.meshgrid(
        np.linspace(0, 3, height), np.linspace(0, 3, width), indexing="ij"
    )
    waves = [np.sin(rows + c) * np.cos(columns - c) for c in range(channels)]
    return (127.5 * (1 + np.stack(waves, -1))).astype("uint8")


@pytest.mark.parametrize("crop", [True, False])
@pytest.mark.parametrize("size", [(50, 30), (30, 50), (9, 9), (1, 1)])
def test_equals_python_up_to_rounding(size, crop):
    image = smooth(*size)
    expected = load_images(image, 12, crop)[0][0]
    np.testing.assert_allclose(run(image, 12, crop), expected, atol=1.01)


@pytest.mark.parametrize("channels", [1, 2, 3, 4])
@pytest.mark.parametrize(
    "dtype", ["uint8", "uint16", "int32", "bool", "float32", "float16"]
)
def test_number_types_and_channels(dtype, channels):
    batch = np.stack([smooth(6, 6, channels), smooth(6, 6, channels) // 2])
    batch = batch > 127 if dtype == "bool" else batch.astype(dtype)
    np.testing.assert_allclose(
        run(batch, 6), load_images(batch, 6)[0], atol=0.01
    )


def test_floating_point_in_0_to_1():
    image = smooth(6, 6) / 255.0
    np.testing.assert_allclose(run(image, 6), smooth(6, 6), atol=0.01)


def test_sizes_that_are_not_static():
    spec = tf.TensorSpec((None, None, None, 3), "uint8")
    batch = np.stack([smooth(20, 10), smooth(20, 10)])
    pixels = run(batch, 4, spec=spec)
    np.testing.assert_allclose(pixels, load_images(batch, 4)[0], atol=1.01)
    grey = run(batch[0, ..., 0], 4, spec=tf.TensorSpec((None, None), "uint8"))
    assert grey.shape == (4, 4, 3)


def test_the_shape_is_static():
    ds = tf.data.Dataset.from_tensors(smooth(7, 9))
    ds = ds.map(lambda image: images_in_graph(image, 4))
    assert ds.element_spec.shape == (4, 4, 3)
    assert ds.batch(2).element_spec.shape == (None, 4, 4, 3)


def test_files(tmp_path):
    paths = [str(tmp_path / f"{i}.png") for i in range(2)]
    for path, value in zip(paths, (10, 200), strict=True):
        Image.new("L", (9, 5), value).save(path)
    pixels = run(np.array(paths), 4, spec=tf.TensorSpec((None,), "string"))
    np.testing.assert_array_equal(pixels, load_images(paths, 4)[0])
    single = run(paths[0], 4, spec=tf.TensorSpec((), "string"))
    np.testing.assert_array_equal(single, pixels[0])


@pytest.mark.parametrize(
    "values", [[[-1.0, 1.0]], [[0.0, 300.0]], [[np.nan, 0.5]]]
)
def test_values_out_of_range(values):
    with pytest.raises(tf.errors.InvalidArgumentError, match="0..1 or 0..255"):
        run(np.array(values, "float32"), 2)


def test_shapes_that_are_not_images():
    with pytest.raises(ValueError, match="np.transpose"):
        run(np.zeros((3, 8, 9)), 4)
    with pytest.raises(ValueError, match="rank of `images` is unknown"):
        run(np.zeros((8, 9)), 4, spec=tf.TensorSpec(None, "uint8"))
    with pytest.raises(ValueError, match="number of channels"):
        spec = tf.TensorSpec((None, None, None), "uint8")
        run(np.zeros((8, 9, 3), "uint8"), 4, spec=spec)
    with pytest.raises(TypeError, match="ragged"):
        images_in_graph(tf.ragged.constant([[1], [2, 3]]), 4)
