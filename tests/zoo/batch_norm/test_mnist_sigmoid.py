"""The sigmoid network of digits, and what it shares with others."""

import keras
import numpy as np
import pytest
from layer_checks import to_numpy
from PIL import Image

import zoo
from keras_tpr.layers import (
    BatchNormalization,
    estimate_population_statistics,
    fold_batch_norm,
)

RNG = np.random.default_rng(0)
DIGITS = RNG.integers(0, 256, (12, 28, 28), "uint8")
LABELS = np.arange(12) % 10


def small(**options):
    keras.utils.set_random_seed(0)
    return zoo.mnist_sigmoid(**{"units": 6, "num_layers": 2, **options})


def test_parameters():
    """As section 4 of the specification counts them."""
    plain, normalized = zoo.mnist_sigmoid(batch_norm=False), zoo.mnist_sigmoid()
    assert plain.count_params() == 99_710
    trainable = sum(np.prod(w.shape) for w in normalized.trainable_weights)
    assert trainable == 100_010
    assert normalized.count_params() == 100_010 + 600


def test_equations():
    """`z = g(BN(W u))` on binary pixels, by hand."""
    model = small()
    u = (DIGITS > 127).reshape(12, -1).astype("float64")
    for number in (1, 2):
        u = u @ to_numpy(model.backbone.get_layer(f"hidden_{number}").kernel)
        u = (u - u.mean(axis=0)) / np.sqrt(u.var(axis=0) + 1e-3)
        u = 1 / (1 + np.exp(-u))
    found = to_numpy(
        model.backbone(DIGITS[..., None].astype("float32"), training=True)
    )
    np.testing.assert_allclose(found, u, atol=1e-5)


def test_initial_weights_are_small_gaussians():
    model = zoo.mnist_sigmoid(initial_deviation=0.1)
    for layer in (
        model.backbone.get_layer("hidden_1"),
        model.get_layer("head"),
    ):
        kernel = to_numpy(layer.kernel.value)
        assert kernel.std() == pytest.approx(0.1, rel=0.1)
    plain = small(batch_norm=False).backbone
    assert plain.get_layer("hidden_1").use_bias
    assert not any(isinstance(x, BatchNormalization) for x in plain.layers)


def test_learns(tmp_path):
    """Two digits that a sum of pixels tells apart."""
    keras.utils.set_random_seed(0)
    x = np.zeros((60, 28, 28), "uint8")
    labels = np.arange(60) % 2
    x[labels == 1, 5:20] = 255
    x[:, 25] = RNG.integers(0, 256, (60, 28))
    model = small(class_names=["none", "bar"])
    names = [model.class_names[label] for label in labels]
    history = model.fit(
        x,
        names,
        batch_size=12,
        epochs=8,
        validation_data=(x, labels),
        verbose=0,
    ).history
    assert history["loss"][-1] < history["loss"][0]
    batches = [x[i : i + 12, ..., None].astype("float32") for i in (0, 12, 24)]
    estimate_population_statistics(model, batches)
    assert (
        model.evaluate(x, labels, verbose=0, return_dict=True)["accuracy"] == 1
    )
    assert model.classify(x[:2]) == ["none", "bar"]
    explanation = model.explain(x[1], cells=4)
    assert explanation.class_name == "bar"
    assert explanation.effects.shape == (4, 4)
    # The bar is what counts.
    assert np.abs(explanation.effects[:3]).sum() > 0
    assert set(explanation.to_dict()) == {
        "image", "class_names", "probabilities", "effects",
    }  # fmt: skip
    assert "data:image/png" in explanation.to_html()
    assert len(explanation.plot().axes) == 3
    path = tmp_path / "bar.png"
    Image.fromarray(x[1]).resize((56, 56)).save(path)
    assert model.classify([path, x[0]]) == ["bar", "none"]
    folded = fold_batch_norm(model)
    np.testing.assert_allclose(
        to_numpy(folded(batches[0])), to_numpy(model(batches[0])), atol=1e-5
    )


@pytest.mark.skipif(
    keras.config.backend() != "tensorflow", reason="needs TensorFlow"
)
def test_datasets():
    import tensorflow as tf

    model = small()
    data = tf.data.Dataset.from_tensor_slices((DIGITS[..., None], LABELS))
    history = model.fit(data.batch(5), validation_data=data.batch(5), verbose=0)
    assert np.isfinite(history.history["val_loss"]).all()
    found = model.predict(data.batch(5).map(lambda x, y: x), verbose=0)
    np.testing.assert_allclose(
        found, model.predict(DIGITS, batch_size=5, verbose=0), atol=1e-5
    )


def test_shuffles():
    from zoo.batch_norm.image_batches import ImageBatches

    rows = np.arange(10)
    batches = ImageBatches(rows, lambda x: x, rows, batch_size=4, shuffle=True)
    orders = []
    for _ in range(2):
        x, y = zip(*(batches[i] for i in range(3)), strict=True)
        np.testing.assert_array_equal(np.concatenate(x), np.concatenate(y))
        orders.append(np.concatenate(x).tolist())
        batches.on_epoch_end()
    assert sorted(orders[0]) == sorted(orders[1]) == rows.tolist()
    assert orders[0] != orders[1]


def test_one_image_or_many():
    model = small()
    assert model.predict(DIGITS[0], verbose=0).shape == (1, 10)
    assert model.predict(DIGITS[:1], verbose=0).shape == (1, 10)
    bare = small()
    bare.preprocessor = None
    x = DIGITS[..., None].astype("float32")
    np.testing.assert_allclose(
        bare.predict(x, verbose=0), model.predict(DIGITS, verbose=0), atol=1e-5
    )


def test_bad_input():
    model = small()
    with pytest.raises(ValueError, match="one label for each of the 12"):
        model.fit(DIGITS, LABELS[:3])
    with pytest.raises(ValueError, match=r"`y\[2\]` is 10.*Classes are 0 to 9"):
        model.fit(DIGITS[:3], [0, 1, 10])
    with pytest.raises(ValueError, match=r"`y\[0\]` is 'x'"):
        model.fit(DIGITS[:1], ["x"])
    with pytest.raises(TypeError, match="numbers or names of classes"):
        model.fit(DIGITS[:1], [0.5])
    with pytest.raises(ValueError, match="`y` is missing"):
        model.fit(DIGITS)
    with pytest.raises(ValueError, match="`x` is empty"):
        model.predict(DIGITS[:0])
    with pytest.raises(ValueError, match="one image at a time"):
        model.explain(DIGITS[:2])
    with pytest.raises(ValueError, match="`cells`"):
        model.explain(DIGITS[0], cells=29)
    with pytest.raises(ValueError, match="`units` must be a positive"):
        zoo.mnist_sigmoid(units=0)
    model.preprocessor = None
    with pytest.raises(ValueError, match="no preprocessor"):
        model.predict(DIGITS)
