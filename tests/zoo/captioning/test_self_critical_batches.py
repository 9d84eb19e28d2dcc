import keras
import numpy as np
import pytest
from atpl_reference import decode_batch, word_losses
from atpl_weights import read_weights
from gradients_of import assert_slopes, gradients_of
from keras import ops
from small_captioner import (
    CAPTIONS,
    WORDS,
    encoded,
    padding_mask,
    scene_encoder,
    small_captioner,
)

import zoo
from keras_tpr.metrics import SmallCorpusWarning, cider_d
from zoo.captioning.cider_reward import END_WORD

pytestmark = pytest.mark.filterwarnings(
    f"ignore::{SmallCorpusWarning.__module__}.SmallCorpusWarning"
)

FEATURES = encoded()["features"]
REFERENCES = [[text, f"{text.split()[0]} dog runs"] for text in CAPTIONS]


def worded(**options):
    return small_captioner(vocabulary=WORDS, **options)


def batches_of(model, **options):
    options = {"max_length": 6, "seed": 1, "batch_size": 4, **options}
    return zoo.SelfCriticalBatches(model, FEATURES, REFERENCES, **options)


def reward_by_hand(model, rows, images):
    """CIDEr-D of the captions in rows of ids, END a word."""

    def words(text):
        return text.lower().replace("!", "").strip() + f" {END_WORD}"

    references = [list(map(words, texts)) for texts in REFERENCES]
    rewards = []
    for row, image in zip(rows, images, strict=True):
        text = model.preprocessor.tokenizer.detokenize(row).strip()
        candidates = [f"{text} {END_WORD}" if 0 in row else text] * 6
        _, scores = cider_d(candidates, references, per_caption=True)
        rewards.append(scores[image])
    return np.array(rewards)


@pytest.mark.parametrize("baseline", ["greedy", "mean"])
def test_batch_by_hand(baseline):
    model = worded()
    batches = batches_of(model, num_samples=3, baseline=baseline, shuffle=False)
    assert len(batches) == 2
    x, y, weights = batches[1]
    assert set(x) == {"features", "token_ids", "padding_mask"}
    np.testing.assert_array_equal(x["features"], FEATURES[4:].repeat(3, 0))
    np.testing.assert_array_equal(x["padding_mask"], padding_mask(y))
    assert y.shape == (6, 6) and x["token_ids"] is y
    images = np.array([4, 5])
    rewards = reward_by_hand(model, y, images.repeat(3)).reshape(2, 3)
    if baseline == "greedy":
        captions = model.generate(FEATURES[4:], max_length=6, sampler="greedy")
        greedy = np.zeros((2, 6), int)
        for row, text in zip(greedy, captions, strict=True):
            words = [1 + WORDS.index(word) for word in text.split()]
            row[: len(words)] = words
        expected = reward_by_hand(model, greedy, images)
    else:
        expected = np.array([
            [np.delete(row, i).mean() for i in range(3)] for row in rewards
        ])  # fmt: skip
    np.testing.assert_allclose(
        weights, (rewards - expected.reshape(2, -1)).ravel(), atol=1e-5
    )
    assert weights.any() and weights.dtype == np.float32
    np.testing.assert_allclose(batches.reward, rewards.mean())
    np.testing.assert_allclose(batches.baseline_reward, expected.mean())


def test_captions_are_drawn_from_the_model():
    model = worded()
    batches = zoo.SelfCriticalBatches(
        model, FEATURES[:2], REFERENCES[:2], num_samples=4000,
        max_length=1, shuffle=False, seed=0,
    )  # fmt: skip
    _, drawn, _ = batches[0]
    x = {"features": FEATURES[:2], "token_ids": np.zeros((2, 1), "int32")}
    logits = ops.convert_to_numpy(model(x))[:, 0].astype("float64")
    p = np.exp(logits) / np.exp(logits).sum(-1, keepdims=True)
    for row, expected in zip(drawn.reshape(2, 4000), p, strict=True):
        share = np.bincount(row, minlength=9) / 4000
        np.testing.assert_allclose(share, expected, atol=0.03)


def test_captions_cut_off_are_real_to_their_last_word():
    model = worded()
    bias = model.backbone.decoder.output_weights[1]
    bias.assign(ops.where(ops.arange(9) == 0, -50.0, bias.value))
    x, y, _ = batches_of(model)[0]
    assert (y != 0).all() and x["padding_mask"].all()


def test_gradient_is_that_of_the_policy():
    model = small_captioner()
    references = [[[1, 2, 3], [1, 3]], [[4, 5], [4, 2, 5]]] * 3
    batches = zoo.SelfCriticalBatches(
        model, FEATURES, references, batch_size=6, num_samples=2,
        max_length=5, seed=0,
    )  # fmt: skip
    x, y, advantages = batches[0]
    assert np.count_nonzero(advantages) > 3
    tensors = {k: ops.convert_to_tensor(v) for k, v in x.items()}

    def loss():
        return model.compute_loss(
            tensors,
            ops.convert_to_tensor(y),
            model(tensors, training=True),
            ops.convert_to_tensor(advantages),
        )

    decoder = model.backbone.decoder
    variables = [decoder.embedding.embeddings, decoder.output_layer.kernel]
    gradients = gradients_of(loss, variables)
    weights = read_weights(decoder)
    features, mask = x["features"].astype("float64"), x["padding_mask"]

    def mean_reward(embeddings, kernel):
        """Advantage times log-probability, in NumPy."""
        given = {**weights, "E": embeddings, "Wo": kernel}
        logits = decode_batch(given, y, features, mask=mask)["logits"]
        log_p = -(word_losses(logits, y) * mask).sum(1)
        return (advantages * log_p).mean()

    inputs = [ops.convert_to_numpy(v).astype("float64") for v in variables]
    assert_slopes(
        lambda *arrays: 1e3 * mean_reward(*arrays),
        inputs,
        [-1e3 * g for g in gradients],
        rtol=1e-3,
    )


@pytest.mark.parametrize("baseline", ["greedy", "mean"])
def test_reward_rises(baseline):
    model = worded(scale=0.3)
    batches = batches_of(model, batch_size=6, num_samples=16, baseline=baseline)
    model.compile(keras.optimizers.Adam(0.05))
    history = model.fit(batches, epochs=40, verbose=0).history
    first, last = history["reward"][0], np.mean(history["reward"][-3:])
    assert last > 2 * first > 0.2
    assert np.isfinite(history["token_loss"]).all()
    assert min(history["token_loss"]) >= 0


def test_batches_are_made_with_the_weights_of_the_moment():
    model = worded()
    model.compile(keras.optimizers.SGD(1.0))
    seen = []

    class Seen(zoo.SelfCriticalBatches):
        def __getitem__(self, index):
            kernel = self.model.backbone.decoder.output_weights[0]
            seen.append(ops.convert_to_numpy(kernel).copy())
            seen.append(int(self.model.optimizer.iterations))
            return super().__getitem__(index)

    batches = Seen(
        model,
        FEATURES,
        REFERENCES,
        batch_size=2,
        num_samples=20,
        max_length=4,
        seed=0,
    )
    model.fit(batches, epochs=2, verbose=0)
    assert seen[1::2] == list(range(6))
    kernels = seen[::2]
    for before, after in zip(kernels, kernels[1:], strict=False):
        assert np.abs(after - before).max() > 0


def test_draws_are_repeatable_and_orders_differ():
    model = worded()
    one, same, other = (batches_of(model, seed=seed) for seed in (1, 1, 2))
    first = [batch[1] for batch in one]
    for found, expected in zip(same, first, strict=True):
        np.testing.assert_array_equal(found[1], expected)
    assert any((a[1] != b).any() for a, b in zip(other, first, strict=True))
    orders = []
    for _ in range(3):
        orders.append(
            tuple(np.concatenate([b[0]["features"] for b in one])[:, 0])
        )
        one.on_epoch_end()
    assert len(set(orders)) == 3
    assert {tuple(sorted(o)) for o in orders} == {tuple(sorted(FEATURES[:, 0]))}


def test_logs_callbacks_and_validation(tmp_path):
    model = worded()
    model.compile(keras.optimizers.SGD(0.0))
    seen = []

    class Stop(keras.callbacks.Callback):
        def on_train_batch_end(self, batch, logs=None):
            seen.append((batch, set(logs)))

        def on_epoch_end(self, epoch, logs=None):
            self.model.stop_training = epoch == 3

    data = {"features": FEATURES, "captions": list(CAPTIONS)}
    history = model.fit(
        batches_of(model), epochs=9, initial_epoch=1, verbose=0,
        callbacks=[Stop()], validation_data=data, validation_freq=2,
    )  # fmt: skip
    assert history.epoch == [1, 2, 3]
    names = {"loss", "token_loss", "token_accuracy", "reward", "baseline"}
    assert seen == [(0, names), (1, names)] * 3
    expected = model.evaluate(data, verbose=0)[0]
    np.testing.assert_allclose(
        history.history["val_loss"], [expected] * 2, rtol=1e-6
    )
    # The weights stay, and so does what greedy search finds.
    np.testing.assert_allclose(np.ptp(history.history["baseline"]), 0)


def test_without_words_and_with_images_and_tags():
    encoder = scene_encoder()
    model = worded(image_encoder=encoder, num_tags=3, tag_factors=4)
    images = np.random.default_rng(0).random((6, 8, 8, 3)).astype("float32")
    images = list(255 * images)
    inputs = {"images": images, "tags": encoded(tags=True)["tags"]}
    batches = zoo.SelfCriticalBatches(
        model, inputs, REFERENCES, batch_size=6, max_length=6
    )
    x, *_ = batches[0]
    assert x["images"].shape == (6, 8, 8, 3) and x["tags"].shape == (6, 3)
    before = ops.convert_to_numpy(encoder.weights[0]).copy()
    model.fit(batches, verbose=0)
    encoder = model.backbone.image_encoder
    assert (ops.convert_to_numpy(encoder.weights[0]) != before).any()


def test_length_is_that_of_the_preprocessor():
    model = worded(sequence_length=7)
    assert batches_of(model, max_length=None).max_length == 7
    bare = small_captioner()
    ids = [[[1, 2]], [[3]]]
    batches = zoo.SelfCriticalBatches(bare, FEATURES[:2], ids)
    assert batches.max_length == 20


@pytest.mark.parametrize(
    "options, message",
    [
        ({"baseline": "median"}, "baseline='median'"),
        ({"baseline": "mean"}, "num_samples=1; give 2 or more"),
        ({"num_samples": 0}, "num_samples=0"),
        ({"batch_size": 2.5}, "batch_size=2.5"),
        ({"max_length": 0}, "max_length=0"),
        ({"seed": -1}, "`seed` must be an integer, 0 or more.*seed=-1"),
        ({"seed": 1.5}, "seed=1.5"),
    ],
)
def test_bad_arguments(options, message):
    with pytest.raises(ValueError, match=message):
        batches_of(worded(), **options)


def test_bad_inputs():
    model = worded()
    message = "`references` of 5 images and `features` of 6"
    with pytest.raises(ValueError, match=message):
        zoo.SelfCriticalBatches(model, FEATURES, REFERENCES[:5])
    with pytest.raises(ValueError, match="`features` is missing"):
        zoo.SelfCriticalBatches(model, {"tags": FEATURES}, REFERENCES)
    with pytest.raises(ValueError, match="feature_dim"):
        zoo.SelfCriticalBatches(model, FEATURES[:, :3], REFERENCES)
    with pytest.raises(TypeError, match="'a red dog runs' for image 0"):
        zoo.SelfCriticalBatches(model, FEATURES, list(CAPTIONS))
    with pytest.raises(TypeError, match="`references` must be a list.*dict"):
        zoo.SelfCriticalBatches(model, FEATURES, dict(enumerate(REFERENCES)))
    with pytest.raises(ValueError, match="`references`.*all rewards are 0"):
        zoo.SelfCriticalBatches(model, FEATURES[:1], REFERENCES[:1])


def test_features_in_place_of_images():
    model = worded(image_encoder=scene_encoder())
    features = np.ones((6, model.backbone.feature_dim), "float32")
    with pytest.raises(ValueError, match="`images` is missing"):
        zoo.SelfCriticalBatches(model, {"features": features}, REFERENCES)


def test_models_and_losses_that_do_not_fit():
    from keras_tpr.losses import SentenceCrossEntropy

    model, batches = worded(), batches_of(worded())
    with pytest.raises(ValueError, match="of the model that is trained"):
        model.fit(batches)
    model = batches.model
    for options in (
        {"scheduled_sampling": 0.1},
        {"loss": SentenceCrossEntropy(label_smoothing=0.1)},
        {"loss": "sparse_categorical_crossentropy"},
    ):
        model.compile(**options)
        with pytest.raises(ValueError, match="plain sentence loss"):
            model.fit(batches)
    with pytest.raises(ValueError, match="leave out `batch_size`"):
        model.fit(batches, batch_size=3)
    message = "`fit` with `SelfCriticalBatches` takes no `steps_per_epoch`"
    with pytest.raises(TypeError, match=message):
        model.fit(batches, steps_per_epoch=1)


def test_weights_that_diverged():
    model = worded()
    batches = batches_of(model)
    bias = model.backbone.decoder.output_weights[1]
    bias.assign(ops.where(ops.arange(9) == 3, np.nan, bias.value))
    with pytest.raises(ValueError, match="training diverged"):
        model.fit(batches, verbose=0)
