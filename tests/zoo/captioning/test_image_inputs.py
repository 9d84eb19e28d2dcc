import pathlib

import numpy as np
import pytest
import tensorflow as tf
from PIL import Image

from zoo.captioning.image_inputs import ImageInputs


def of_images(num_tags=None):
    return ImageInputs(4, feature_dim=3, num_tags=num_tags, crop=True)


def of_features(num_tags=None):
    return ImageInputs(None, feature_dim=3, num_tags=num_tags, crop=True)


def test_images():
    encoded, single = of_images().encode({"images": np.zeros((5, 6))})
    assert single
    assert {k: v.shape for k, v in encoded.items()} == {"images": (1, 4, 4, 3)}
    encoded, single = of_images().encode({"images": [np.zeros((5, 6))] * 2})
    assert not single
    assert encoded["images"].shape == (2, 4, 4, 3)


def test_features_and_tags():
    inputs = {"features": np.ones(3), "tags": [0.5, 1.0]}
    encoded, single = of_features(num_tags=2).encode(inputs)
    assert single
    assert encoded["features"].tolist() == [[1, 1, 1]]
    assert encoded["tags"].tolist() == [[0.5, 1.0]]
    assert list(of_features().encode(inputs)[0]) == ["features"]


def test_features_in_place_of_images():
    inputs = {"features": np.ones((2, 3))}
    encoded, _ = of_images().encode(inputs, allow_features=True)
    assert list(encoded) == ["features"]
    inputs["images"] = np.zeros((2, 4, 4, 3))
    encoded, _ = of_images().encode(inputs, allow_features=True)
    assert list(encoded) == ["images"]


def test_missing_inputs():
    with pytest.raises(TypeError, match="must be a dict with `images`"):
        of_images().encode(np.zeros((4, 4)))
    with pytest.raises(ValueError, match=r"`images` is missing.*\['image'\]"):
        of_images().encode({"image": 1})
    with pytest.raises(ValueError, match="trained from images"):
        of_images().encode({"features": np.ones(3)})
    with pytest.raises(ValueError, match="has no image encoder"):
        of_features().encode({"images": np.zeros((4, 4))})
    with pytest.raises(ValueError, match="`tag_detector=`.*`num_tags=None`"):
        of_images(num_tags=2).encode({"images": np.zeros((4, 4))})


@pytest.mark.parametrize(
    ("image", "kind"),
    [
        ("dog.jpg", "the path 'dog.jpg'"),
        ([pathlib.Path("dog.jpg")], "the path 'dog.jpg'"),
        (Image.new("RGB", (4, 4)), "a PIL image"),
        (np.zeros((4, 4, 3)), r"an array of shape \(4, 4, 3\)"),
    ],
)
def test_images_for_a_captioner_of_features(image, kind):
    with pytest.raises(TypeError, match=f"received {kind}.*image_encoder="):
        of_features().encode({"features": image})


def test_numbers_that_differ():
    with pytest.raises(ValueError, match="`features` 2, `tags` 1"):
        of_features(num_tags=2).encode(
            {"features": np.ones((2, 3)), "tags": np.ones(2)}
        )


def test_graph_equals_python():
    images = np.arange(2 * 6 * 6 * 3).reshape(2, 6, 6, 3).astype("uint8")
    inputs = {"images": images, "tags": np.ones((2, 5), "float64")}
    expected, _ = of_images(num_tags=5).encode(inputs)
    encoded = tf.function(of_images(num_tags=5).encode_in_graph)(
        {name: tf.constant(value) for name, value in inputs.items()}
    )
    assert encoded.keys() == expected.keys()
    for name, value in encoded.items():
        np.testing.assert_allclose(value, expected[name], atol=1.01)


def test_errors_in_a_graph():
    encode = tf.function(of_features(num_tags=2).encode_in_graph)
    with pytest.raises(ValueError, match="`features` is missing"):
        encode({"tags": tf.ones((1, 2))})
    with pytest.raises(ValueError, match="`tags` are missing"):
        encode({"features": tf.ones((1, 3))})
    with pytest.raises(ValueError, match="feature_dim=4"):
        encode({"features": tf.ones((1, 4)), "tags": tf.ones((1, 2))})
