import keras
import numpy as np
import pytest
from keras import ops

from zoo.captioning.image_encoders import image_encoder


def model(output, size=8, inputs=None):
    if inputs is None:
        inputs = keras.Input((size, size, 3))
    return keras.Model(inputs, output(inputs), name="mine")


def flat(x):
    return keras.layers.Flatten()(x)


def test_names():
    encoder = image_encoder("scene_cnn", image_size=32)
    assert encoder.input_shape == (None, 32, 32, 3)
    assert encoder.trainable_weights
    encoder = image_encoder("efficientnet_lite0", weights=None, image_size=32)
    assert encoder.input_shape == (None, 32, 32, 3)
    assert not encoder.trainable_weights
    assert not image_encoder("scene_cnn", trainable=False).trainable_weights


def test_a_path_of_weights(tmp_path):
    path = tmp_path / "scene.weights.h5"
    encoder = image_encoder("scene_cnn", image_size=16)
    encoder.save_weights(path)
    same = image_encoder("scene_cnn", image_size=16, weights=path)
    for weight, other in zip(encoder.weights, same.weights, strict=True):
        np.testing.assert_array_equal(
            ops.convert_to_numpy(weight), ops.convert_to_numpy(other)
        )


def test_a_model_of_vectors_is_taken_as_it_is():
    mine = model(flat)
    assert image_encoder(mine) is mine
    assert image_encoder(mine, image_size=8) is mine
    assert mine.trainable
    assert not image_encoder(mine, trainable=False).trainable


def test_a_grid_is_averaged():
    grid = model(lambda x: keras.layers.Conv2D(5, 1)(x))
    encoder = image_encoder(grid)
    assert encoder.output_shape == (None, 5)
    images = np.random.default_rng(0).uniform(0, 255, (2, 8, 8, 3))
    np.testing.assert_allclose(
        ops.convert_to_numpy(encoder(images)),
        ops.convert_to_numpy(grid(images)).mean((1, 2)),
        rtol=1e-4,
        atol=1e-3,
    )


def test_a_model_with_a_list_of_one_input():
    inputs = keras.Input((8, 8, 3))
    encoder = image_encoder(keras.Model([inputs], flat(inputs)))
    # Warnings are errors in the tests.
    assert encoder(np.zeros((1, 8, 8, 3))).shape == (1, 192)


def test_unknown_names():
    with pytest.raises(ValueError, match="Did you mean 'resnet152'"):
        image_encoder("ResNet-152")
    with pytest.raises(ValueError, match="'efficientnet_lite0'"):
        image_encoder("efficientnet")
    with pytest.raises(ValueError, match="or a Keras model"):
        image_encoder("xyz")
    with pytest.raises(TypeError, match="a name or a Keras model"):
        image_encoder(3)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: keras.Sequential([keras.layers.Flatten()]), "no fixed input"),
        (
            lambda: model(flat, inputs=keras.Input((8, 9, 3))),
            r"must take images \(B, S, S, 3\)",
        ),
        (lambda: model(flat, inputs=keras.Input((8, 8, 1))), "must take"),
        (lambda: model(flat, inputs=keras.Input((8,))), "must take images"),
        (
            lambda: model(
                lambda x: keras.layers.Conv2D(2, 1)(x),
                inputs=keras.Input((None, None, 3)),
            ),
            "S fixed",
        ),
        (
            lambda: model(lambda x: keras.layers.Reshape((64, 3))(x)),
            r"output shape is \(None, 64, 3\)",
        ),
        (lambda: model(lambda x: [flat(x), flat(x)]), "must give one vector"),
    ],
)
def test_models_that_are_no_encoder(make, message):
    with pytest.raises(ValueError, match=message):
        image_encoder(make())


def test_two_inputs():
    inputs = [keras.Input((8, 8, 3)), keras.Input((8, 8, 3))]
    both = keras.Model(inputs, flat(keras.layers.Add()(inputs)))
    with pytest.raises(ValueError, match="must take images"):
        image_encoder(both)


def test_arguments_that_a_model_does_not_take():
    with pytest.raises(ValueError, match="images of side 8"):
        image_encoder(model(flat), image_size=16)
    with pytest.raises(ValueError, match="a model has its own"):
        image_encoder(model(flat), weights=None)
