"""The fused loss against the portable one, which it replaces."""

import keras
import numpy as np
import pytest
from gradients_of import gradients_of
from keras import ops
from small_captioner import (
    encoded,
    padding_mask,
    scene_encoder,
    small_captioner,
)

import zoo
from keras_tpr.losses import SentenceCrossEntropy
from zoo.captioning import caption_training

pytestmark = pytest.mark.skipif(
    keras.config.backend() != "tensorflow", reason="a kernel for TensorFlow"
)


@pytest.fixture
def portable(monkeypatch):
    """Switches to the portable loss."""

    def switch():
        monkeypatch.setattr(
            caption_training, "use_tensorflow_kernels", lambda dtype: False
        )

    return switch


def losses_and_gradients(model, inputs, sample_weight=None):
    """Loss, metrics and gradients of a call, as arrays."""
    inputs = {k: ops.convert_to_tensor(v) for k, v in inputs.items()}

    def loss():
        logits = model(inputs, training=True)
        return model.compute_loss(
            inputs, inputs["token_ids"], logits, sample_weight
        )

    model.reset_metrics()
    gradients = gradients_of(loss, model.trainable_variables)
    metrics = model.token_loss.result(), model.token_accuracy.result()
    return [float(loss()), *map(float, metrics)], gradients


def assert_same(a, b):
    np.testing.assert_allclose(a[0], b[0], rtol=1e-5)
    for x, y in zip(a[1], b[1], strict=True):
        np.testing.assert_allclose(x, y, atol=1e-5, rtol=1e-4)


@pytest.mark.parametrize("variant", ["plain", "scn", "tied", "nic"])
@pytest.mark.parametrize("weighted", [False, True])
def test_equals_the_portable_loss(portable, variant, weighted):
    if variant == "nic":
        model = zoo.nic_captioner(
            vocabulary_size=9, embedding_dim=4, units=6, feature_dim=5,
            dropout=0.0,
        )  # fmt: skip
    else:
        options = {
            "plain": {},
            "scn": {"num_tags": 3, "tag_factors": 4},
            "tied": {"tie_output": True},
        }
        model = small_captioner(**options[variant])
    inputs = encoded(tags=variant == "scn")
    weights = None
    if weighted:
        weights = np.linspace(0.5, 2.0, 30, dtype="float32").reshape(6, 5)
    fused = losses_and_gradients(model, inputs, weights)
    portable()
    assert_same(fused, losses_and_gradients(model, inputs, weights))


@pytest.mark.parametrize("weighted", [False, True])
def test_label_smoothing(portable, weighted):
    model = small_captioner()
    model.compile(loss=SentenceCrossEntropy(label_smoothing=0.2))
    inputs = encoded()
    weights = np.linspace(-1, 2, 30, dtype="float32").reshape(6, 5)
    arguments = model, inputs, weights if weighted else None
    fused = losses_and_gradients(*arguments)
    model.compile()
    plain = losses_and_gradients(*arguments)
    # The metrics are those of the words alone.
    np.testing.assert_array_equal(fused[0][1:], plain[0][1:])
    assert abs(fused[0][0] - plain[0][0]) > 0.01
    model.compile(loss=SentenceCrossEntropy(label_smoothing=0.2))
    portable()
    assert_same(fused, losses_and_gradients(*arguments))


def test_by_hand():
    model = small_captioner()
    inputs = encoded()
    token_ids, mask = inputs["token_ids"], padding_mask(inputs["token_ids"])
    logits = ops.convert_to_numpy(model(inputs)).astype("float64")
    log_p = logits - np.log(np.exp(logits).sum(-1, keepdims=True))
    losses = -np.take_along_axis(log_p, token_ids[..., None], -1)[..., 0]
    (loss, token_loss, accuracy), _ = losses_and_gradients(model, inputs)
    np.testing.assert_allclose(loss, (losses * mask).sum() / 6, rtol=1e-5)
    np.testing.assert_allclose(token_loss, losses[mask].mean(), rtol=1e-5)
    hits = logits.argmax(-1) == token_ids
    np.testing.assert_allclose(accuracy, hits[mask].mean(), rtol=1e-5)


def test_large_vocabulary_and_batch(portable):
    # Several chunks of rows, the last one not full.
    model = small_captioner(vocabulary_size=700, scale=0.1)
    rng = np.random.default_rng(0)
    inputs = {
        "features": rng.standard_normal((37, 5)).astype("float32"),
        "token_ids": rng.integers(0, 700, (37, 8), "int32"),
    }
    fused = losses_and_gradients(model, inputs)
    portable()
    assert_same(fused, losses_and_gradients(model, inputs))


def test_added_losses(portable):
    inputs = {
        "images": np.random.default_rng(0).random((2, 8, 8, 3), "float32"),
        "token_ids": encoded(count=2)["token_ids"],
    }

    def small(regularizer):
        encoder = scene_encoder(regularizer=regularizer)
        return small_captioner(image_encoder=encoder)

    model = small(keras.regularizers.L2(0.1))
    fused = losses_and_gradients(model, inputs)
    plain = losses_and_gradients(small(None), inputs)
    extra = float(sum(model.losses))
    assert extra > 0.01
    np.testing.assert_allclose(fused[0][0] - plain[0][0], extra, rtol=1e-4)
    portable()
    assert_same(fused, losses_and_gradients(model, inputs))


def test_training_is_the_same(portable):
    inputs = encoded()

    def train():
        model = small_captioner()
        model.compile(keras.optimizers.SGD(0.1))
        history = model.fit(
            inputs, epochs=3, batch_size=4, shuffle=False, verbose=0
        ).history
        evaluated = model.evaluate(inputs, verbose=0, return_dict=True)
        return history, evaluated, model.get_weights()

    fused = train()
    portable()
    history, evaluated, weights = train()
    assert set(history) == {"loss", "token_loss", "token_accuracy"}
    for name in history:
        np.testing.assert_allclose(fused[0][name], history[name], rtol=1e-4)
        np.testing.assert_allclose(
            fused[1][name], evaluated[name], rtol=1e-4, atol=1e-6
        )
    for a, b in zip(fused[2], weights, strict=True):
        np.testing.assert_allclose(a, b, atol=1e-5)


def test_logits_are_not_read(monkeypatch):
    """Only what Keras itself would measure needs the logits."""
    inputs = encoded()
    model = small_captioner()
    expected = model.evaluate(inputs, verbose=0, return_dict=True)
    decoder = model.backbone.decoder
    plain = decoder.logits
    monkeypatch.setattr(
        decoder, "logits", lambda fillers: plain(fillers) * np.nan
    )
    model.compile(keras.optimizers.SGD(0.1))
    history = model.fit(
        inputs, epochs=2, batch_size=6, shuffle=False, verbose=0
    ).history
    np.testing.assert_allclose(history["loss"][0], expected["loss"], rtol=1e-5)
    assert history["loss"][1] < history["loss"][0]


def test_encoder_is_run_once_a_step():
    model = small_captioner(image_encoder=scene_encoder())
    images = np.random.default_rng(0).integers(0, 256, (4, 8, 8, 3))
    images = images.astype("float32")
    convolution, norm = model.backbone.image_encoder.layers[2:4]
    x = ops.convert_to_numpy(convolution(images / 255.0))
    inputs = {"images": images, "token_ids": encoded(count=4)["token_ids"]}
    model.train_on_batch(inputs)
    # One update with momentum 1/2 from zero.
    np.testing.assert_allclose(
        ops.convert_to_numpy(norm.moving_mean),
        0.5 * x.mean(axis=(0, 1, 2)),
        rtol=1e-4,
    )


@pytest.mark.parametrize(
    "arguments",
    [
        {"loss": SentenceCrossEntropy(reduction="sum")},
        {"loss_weights": 2.0},
        {
            "loss": keras.losses.SparseCategoricalCrossentropy(
                from_logits=True, reduction="mean_with_sample_weight"
            )
        },
    ],
)
def test_another_loss_is_honoured(arguments, portable):
    inputs = encoded()
    model = small_captioner()
    model.compile(**arguments)
    loss = model.evaluate(inputs, batch_size=6, verbose=0, return_dict=True)
    portable()
    model.compile(**arguments)
    again = model.evaluate(inputs, batch_size=6, verbose=0, return_dict=True)
    for name in loss:
        np.testing.assert_allclose(loss[name], again[name], rtol=1e-5)
    model.compile()
    plain = model.evaluate(inputs, batch_size=6, verbose=0, return_dict=True)
    assert abs(loss["loss"] - plain["loss"]) > 0.1
    np.testing.assert_allclose(loss["token_loss"], plain["token_loss"])


@pytest.mark.parametrize("jit_compile", [False, True])
def test_compiled_and_eager(jit_compile):
    inputs = encoded()
    model = small_captioner()
    model.compile(run_eagerly=True)
    eager = model.evaluate(inputs, verbose=0, return_dict=True)
    model.compile(keras.optimizers.SGD(0.0), jit_compile=jit_compile)
    trained = model.fit(inputs, shuffle=False, verbose=0).history
    for name in eager:
        np.testing.assert_allclose(trained[name][0], eager[name], rtol=1e-5)


def test_replicas_share_the_mean():
    import tensorflow as tf

    strategy = tf.distribute.MirroredStrategy(["CPU:0"])
    inputs = encoded()
    expected = small_captioner().evaluate(
        inputs, batch_size=6, verbose=0, return_dict=True
    )
    with strategy.scope():
        model = small_captioner()
    data = tf.data.Dataset.from_tensor_slices(inputs).batch(6)
    actual = model.evaluate(data, verbose=0, return_dict=True)
    np.testing.assert_allclose(actual["loss"], expected["loss"], rtol=1e-5)
