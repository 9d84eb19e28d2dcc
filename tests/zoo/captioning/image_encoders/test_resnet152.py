import keras
import numpy as np
import pytest
from keras import ops

from zoo.captioning.image_encoders.resnet152 import (
    CaffeNormalization,
    resnet152,
)


@pytest.fixture(scope="module")
def encoder():
    return resnet152(image_size=32, weights=None)


@pytest.fixture
def images():
    return np.random.default_rng(0).uniform(0, 255, (2, 32, 32, 3))


def test_size(encoder):
    assert encoder.input_shape == (None, 32, 32, 3)
    assert encoder.output_shape == (None, 2048)
    assert encoder.count_params() == 58_370_944


def test_normalization_is_that_of_keras(images):
    expected = keras.applications.resnet.preprocess_input(images.copy())
    np.testing.assert_allclose(
        ops.convert_to_numpy(CaffeNormalization()(images)),
        expected,
        rtol=1e-5,
        atol=1e-4,
    )


def test_normalization_in_mixed_precision(images):
    layer = CaffeNormalization(dtype="mixed_float16")
    assert keras.backend.standardize_dtype(layer(images).dtype) == "float16"


def test_weights_of_keras_applications(images, tmp_path):
    # The layout of the ImageNet file: the network alone, as legacy HDF5.
    original = keras.applications.ResNet152(
        include_top=False,
        weights=None,
        input_shape=(32, 32, 3),
        pooling="avg",
    )
    original.save(tmp_path / "notop.h5")
    encoder = resnet152(32, weights=str(tmp_path / "notop.h5"))
    expected = original(
        keras.applications.resnet.preprocess_input(images.copy())
    )
    np.testing.assert_allclose(
        ops.convert_to_numpy(encoder(images)),
        ops.convert_to_numpy(expected),
        rtol=1e-4,
        atol=1e-4,
    )


def test_a_failed_download_says_what_to_do(monkeypatch):
    def fail(**arguments):
        raise OSError("no route to host")

    monkeypatch.setattr(keras.applications, "ResNet152", fail)
    with pytest.raises(OSError, match="no route") as error:
        resnet152(image_size=32)
    assert "notop.h5" in error.value.__notes__[0]
    with pytest.raises(OSError, match="no route") as error:
        resnet152(image_size=32, weights=None)
    assert not hasattr(error.value, "__notes__")


def test_rebuilt_from_config(encoder, images):
    config = keras.saving.serialize_keras_object(encoder)
    same = keras.saving.deserialize_keras_object(config)
    same.set_weights(encoder.get_weights())
    np.testing.assert_array_equal(
        ops.convert_to_numpy(encoder(images)),
        ops.convert_to_numpy(same(images)),
    )
