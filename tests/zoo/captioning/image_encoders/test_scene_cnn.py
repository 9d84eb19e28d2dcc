import keras
import numpy as np
import pytest
from keras import ops

from keras_tpr.layers import BatchNormalization
from zoo.captioning.image_encoders.scene_cnn import scene_cnn


def test_size():
    model = scene_cnn()
    assert model.input_shape == (None, 64, 64, 3)
    assert model.output_shape == (None, 256)
    assert model.count_params() == 210992
    assert macs(model) == 9_756_672


def macs(model):
    """Multiply-adds of the convolutions for one image."""
    return sum(
        np.prod(layer.kernel.shape) * np.prod(layer.output.shape[1:3])
        for layer in model.layers
        if isinstance(layer, keras.layers.Conv2D)
    )


def test_features_keep_positions():
    # A bright spot in one corner changes the cells around that corner; a
    # quarter of the change would be that of every quarter of the grid.
    model = scene_cnn()
    images = np.full((1, 64, 64, 3), 127.5, "float32")
    spot = images.copy()
    spot[0, 4:12, 52:60] = 255.0
    change = (
        np.abs(ops.convert_to_numpy(model(spot) - model(images)))
        .reshape(4, 4, 16)
        .sum(-1)
    )
    assert change[:2, 2:].sum() > 0.6 * change.sum() > 0.0
    assert change[3, 0] == 0.0


def test_learns_where_a_spot_is():
    rng = np.random.default_rng(0)
    images = rng.integers(0, 60, (64, 32, 32, 3)).astype("float32")
    labels = np.arange(64) % 4
    for image, label in zip(images, labels, strict=True):
        row, column = 16 * (label // 2), 16 * (label % 2)
        image[row + 4 : row + 12, column + 4 : column + 12] = 250.0
    encoder = scene_cnn(image_size=32)
    logits = keras.layers.Dense(4)(encoder.output)
    model = keras.Model(encoder.input, logits)
    loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile("adam", loss, metrics=["accuracy"])
    model.fit(images, labels, batch_size=16, epochs=8, verbose=0)
    assert model.evaluate(images, labels, verbose=0)[1] > 0.9


def test_weights_from_a_file(tmp_path):
    model = scene_cnn(image_size=16)
    model.save_weights(tmp_path / "scene.weights.h5")
    same = scene_cnn(16, weights=tmp_path / "scene.weights.h5")
    images = np.random.default_rng(0).uniform(0, 255, (2, 16, 16, 3))
    np.testing.assert_array_equal(
        ops.convert_to_numpy(model(images)), ops.convert_to_numpy(same(images))
    )


@pytest.mark.parametrize("image_size", [0, 8, 50])
def test_image_size(image_size):
    with pytest.raises(ValueError, match="multiple of 16"):
        scene_cnn(image_size=image_size)


def test_weights_of_a_network_with_the_layers_of_keras(monkeypatch, tmp_path):
    path = tmp_path / "scene.weights.h5"
    with monkeypatch.context() as patch:
        patch.setattr(
            "zoo.captioning.image_encoders.scene_cnn.BatchNormalization",
            keras.layers.BatchNormalization,
        )
        earlier = scene_cnn(image_size=32)
    images = np.random.default_rng(0).random((2, 32, 32, 3)) * 255.0
    earlier(images, training=True)
    earlier.save_weights(path)
    model = scene_cnn(image_size=32, weights=path)
    norms = [layer for layer in model.layers if layer.name.endswith("_norm")]
    assert len(norms) == 8
    assert all(isinstance(layer, BatchNormalization) for layer in norms)
    np.testing.assert_allclose(
        ops.convert_to_numpy(model(images)),
        ops.convert_to_numpy(earlier(images)),
        atol=1e-4,
    )
