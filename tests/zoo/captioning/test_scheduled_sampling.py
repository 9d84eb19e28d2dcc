import keras
import numpy as np
import pytest
from atpl_reference import decode_batch
from atpl_weights import read_weights
from gradients_of import gradients_of
from keras import ops
from layer_checks import save_and_load
from small_captioner import (
    WORDS,
    encoded,
    padding_mask,
    raw,
    scene_encoder,
    small_captioner,
)

from zoo.captioning.scheduled_sampling import ScheduledSampling

schedules = keras.optimizers.schedules
# From 0 to 1 in two updates.
GROWING = schedules.PolynomialDecay(0.0, 2, 1.0)


def sure_captioner(**options):
    """A captioner that has no doubt about the next word."""
    model = small_captioner(**options)
    kernel, bias = model.backbone.decoder.output_weights
    kernel.assign(300.0 * kernel)
    bias.assign(300.0 * bias)
    return model


def logits_of(model, inputs, training=True):
    inputs = {k: ops.convert_to_tensor(v) for k, v in inputs.items()}
    return ops.convert_to_numpy(model(inputs, training=training))


def train(rate, epochs=2, model=None, **options):
    """The history and the weights of a few updates."""
    keras.utils.set_random_seed(1)
    model = model or small_captioner()
    model.compile(keras.optimizers.SGD(0.1), scheduled_sampling=rate, **options)
    history = model.fit(
        encoded(), epochs=epochs, batch_size=3, shuffle=False, verbose=0
    ).history
    return history, model.get_weights()


def test_rate_0_changes_nothing():
    history, weights = train(0.0)
    plain_history, plain_weights = train(None)
    for name, values in plain_history.items():
        np.testing.assert_allclose(history[name], values, rtol=1e-6)
    for found, expected in zip(weights, plain_weights, strict=True):
        np.testing.assert_allclose(found, expected, atol=1e-6)


@pytest.mark.parametrize("given", [False, True])
def test_rate_1_against_the_recurrence(given):
    model = sure_captioner()
    model.compile(scheduled_sampling=1.0)
    inputs = encoded()
    tokens, mask = inputs["token_ids"], padding_mask(inputs["token_ids"])
    weights = read_weights(model.backbone.decoder)
    features = inputs["features"].astype("float64")
    predicted = decode_batch(weights, tokens, features, mask=mask)["logits"]
    words = 1 + predicted[..., 1:].argmax(-1)
    heard = np.where(mask & (tokens != 0), words, tokens)
    assert (heard != tokens).sum() > 5
    # What was drawn can hold no END in its midst: the mask is that of the
    # caption.
    expected = decode_batch(weights, heard, features, mask=mask)["logits"]
    if given:
        inputs["padding_mask"] = mask
    found = logits_of(model, inputs)
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=2e-2)


def test_only_training_hears_other_words():
    model = small_captioner()
    inputs = encoded()
    plain = logits_of(model, inputs, training=False)
    expected = model.evaluate(inputs, verbose=0)
    model.compile(scheduled_sampling=1.0)
    np.testing.assert_array_equal(logits_of(model, inputs, False), plain)
    np.testing.assert_allclose(model.evaluate(inputs, verbose=0), expected)
    assert np.abs(logits_of(model, inputs) - plain).max() > 0.1


def test_targets_stay():
    # The loss is that of the captions, given what was heard.
    model = sure_captioner()
    inputs = encoded()
    tokens, mask = inputs["token_ids"], padding_mask(inputs["token_ids"])
    model.compile(keras.optimizers.SGD(0.0), scheduled_sampling=1.0)
    logits = logits_of(model, inputs).astype("float64")
    logits -= logits.max(-1, keepdims=True)
    log_p = logits - np.log(np.exp(logits).sum(-1, keepdims=True))
    losses = -np.take_along_axis(log_p, tokens[..., None], -1)[..., 0]
    loss = model.fit(inputs, verbose=0).history["loss"]
    np.testing.assert_allclose(loss, [(losses * mask).sum() / 6], rtol=1e-4)


def test_no_gradient_flows_through_the_draw():
    model = sure_captioner()
    inputs = encoded()
    tokens, mask = inputs["token_ids"], padding_mask(inputs["token_ids"])
    inputs = {
        k: ops.convert_to_tensor(v)
        for k, v in {**inputs, "padding_mask": mask}.items()
    }
    weights = np.random.default_rng(0).standard_normal((6, 5, 9))
    weights = ops.convert_to_tensor(weights.astype("float32"))

    def gradients(inputs):
        return gradients_of(
            lambda: ops.sum(weights * model(inputs, training=True)),
            model.trainable_variables,
        )

    words = 1 + ops.convert_to_numpy(model(inputs))[..., 1:].argmax(-1)
    heard = np.where(mask & (tokens != 0), words, tokens).astype("int32")
    expected = gradients({**inputs, "token_ids": ops.convert_to_tensor(heard)})
    model.compile(scheduled_sampling=1.0)
    found = gradients(inputs)
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_allclose(a, b, atol=1e-5 * np.abs(b).max())


def sampling(rate, seed=0):
    return ScheduledSampling(rate, keras.random.SeedGenerator(seed))


def test_words_are_drawn_from_the_prediction():
    p = np.array([0.6, 0.1, 0.3, 0.0])
    logits = np.log(np.maximum(p, 1e-30)).astype("float32")
    tokens = np.full((100, 50), 3, "int32")
    heard = sampling(0.5).heard(
        ops.convert_to_tensor(tokens),
        ops.convert_to_tensor(np.broadcast_to(logits, (100, 50, 4))),
        ops.ones((100, 50), "bool"),
    )
    heard = ops.convert_to_numpy(heard)
    assert heard.dtype == np.int32
    # Of four kinds of words, END (0) is not drawn.
    share = np.bincount(heard.ravel(), minlength=4) / heard.size
    np.testing.assert_allclose(share, [0, 0.125, 0.375, 0.5], atol=0.02)


def test_end_and_padding_are_not_replaced():
    tokens = ops.convert_to_tensor(np.array([[3, 2, 0, 0], [3, 3, 3, 3]]))
    mask = np.array([[1, 1, 1, 0], [1, 1, 0, 0]], "bool")
    logits = np.zeros((2, 4, 5), "float32")
    logits[..., 4] = 1e4
    heard = sampling(1.0).heard(tokens, logits, ops.convert_to_tensor(mask))
    expected = [[4, 4, 0, 0], [4, 4, 3, 3]]
    np.testing.assert_array_equal(ops.convert_to_numpy(heard), expected)


def test_each_update_draws_anew():
    model = small_captioner()
    model.compile(scheduled_sampling=0.5)
    inputs = encoded()
    first, second = logits_of(model, inputs), logits_of(model, inputs)
    assert np.abs(first - second).max() > 0.01


def test_image_encoder_runs_once():
    model = small_captioner(image_encoder=scene_encoder())
    images = np.random.default_rng(0).random((6, 8, 8, 3)).astype("float32")
    inputs = {"images": images, "token_ids": encoded()["token_ids"]}
    norm = model.backbone.image_encoder.layers[-2]
    assert isinstance(norm, keras.layers.BatchNormalization)
    before = ops.convert_to_numpy(norm.moving_mean)
    logits_of(model, inputs)
    once = ops.convert_to_numpy(norm.moving_mean)
    norm.moving_mean.assign(before)
    model.compile(scheduled_sampling=1.0)
    logits_of(model, inputs)
    np.testing.assert_allclose(ops.convert_to_numpy(norm.moving_mean), once)
    assert np.abs(once - before).max() > 0
    model.fit(inputs, verbose=0)


@pytest.mark.parametrize("dtype", ["float32", "mixed_float16"])
def test_fit_with_words_and_tags(dtype):
    model = small_captioner(
        vocabulary=WORDS, dropout=0.2, num_tags=3, tag_factors=4, dtype=dtype
    )
    model.compile(scheduled_sampling=GROWING)
    data = raw(tags=encoded(tags=True)["tags"])
    history = model.fit(data, batch_size=3, verbose=0).history
    assert np.isfinite(history["loss"]).all()


def test_training_is_repeatable():
    one, another = train(0.5), train(0.5)
    assert one[0] == another[0]


def test_schedule_counts_updates():
    part = sampling(GROWING)
    rates = []
    for _ in range(4):
        rates.append(float(part.current_rate()))
        part.heard(
            ops.ones((1, 2), "int32"),
            ops.zeros((1, 2, 3)),
            ops.ones((1, 2), "bool"),
        )
    np.testing.assert_allclose(rates, [0, 0.5, 1, 1])


def test_schedule_in_training():
    # Two updates an epoch: the first hears the caption, the second half of it.
    model = small_captioner()
    model.compile(keras.optimizers.SGD(0.0), scheduled_sampling=GROWING)
    plain = small_captioner()
    plain.compile(keras.optimizers.SGD(0.0))
    inputs = {k: v[:3] for k, v in encoded().items()}

    def loss(model, **options):
        return model.fit(inputs, verbose=0, **options).history["loss"]

    (expected,) = loss(plain)
    first, second, third = loss(model, epochs=3)
    np.testing.assert_allclose(first, expected, rtol=1e-6)
    assert abs(second - expected) > 1e-3 < abs(third - expected)


def test_resumed_training_goes_on_with_the_schedule():
    rate = schedules.PolynomialDecay(0.0, 4, 1.0)
    whole = small_captioner()
    history, weights = train(rate, epochs=4, model=whole)
    model = small_captioner()
    train(rate, epochs=2, model=model)
    seed = ops.convert_to_numpy(model._word_draws.state)[0]
    copy = save_and_load(model)
    copy._word_draws.state.assign([seed, 0])
    resumed = copy.fit(
        encoded(), epochs=2, batch_size=3, shuffle=False, verbose=0
    ).history
    np.testing.assert_allclose(resumed["loss"], history["loss"][2:], rtol=1e-5)
    for found, expected in zip(copy.get_weights(), weights, strict=True):
        np.testing.assert_allclose(found, expected, atol=1e-5)


@pytest.mark.parametrize("rate", [None, 0.25, GROWING])
def test_compile_config(rate):
    model = small_captioner()
    model.compile(keras.optimizers.SGD(0.1), scheduled_sampling=rate)
    copy = save_and_load(model)
    assert copy.get_compile_config() == model.get_compile_config()
    if rate is GROWING:
        assert copy.scheduled_sampling.get_config() == rate.get_config()
    else:
        assert copy.scheduled_sampling == rate


def test_weights_are_those_without(tmp_path):
    model = small_captioner()
    count = len(model.weights)
    model.compile(scheduled_sampling=0.5)
    assert len(model.weights) == count
    path = tmp_path / "captioner.weights.h5"
    model.save_weights(path)
    small_captioner(seed=1).load_weights(path)
    small_captioner(seed=1).save_weights(path)
    model.load_weights(path)


def test_compiling_again_takes_it_away():
    model = small_captioner()
    model.compile(scheduled_sampling=1.0)
    assert model.scheduled_sampling == 1.0
    model.compile()
    assert model.scheduled_sampling is None
    inputs = encoded()
    np.testing.assert_array_equal(
        logits_of(model, inputs), logits_of(small_captioner(), inputs)
    )


@pytest.mark.parametrize(
    "rate, error, message",
    [
        (-0.1, ValueError, "scheduled_sampling=-0.1"),
        (True, TypeError, "scheduled_sampling=True"),
        (1.5, ValueError, "scheduled_sampling=1.5"),
        (float("nan"), ValueError, "scheduled_sampling=nan"),
        ("0.5", TypeError, "scheduled_sampling='0.5'"),
        (schedules.ExponentialDecay(2.0, 1, 0.5), ValueError, "with 2.0"),
    ],
)
def test_bad_rates(rate, error, message):
    model = small_captioner()
    loss = model.loss
    with pytest.raises(error, match=message):
        model.compile(scheduled_sampling=rate, loss="mse")
    assert model.loss is loss
