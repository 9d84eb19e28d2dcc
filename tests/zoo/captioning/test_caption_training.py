import keras
import numpy as np
import pytest
from keras import ops
from small_captioner import (
    CAPTIONS,
    VOCABULARY_SIZE,
    WORDS,
    encoded,
    padding_mask,
    raw,
    small_captioner,
)


@pytest.fixture(scope="module")
def model():
    """Not to be trained."""
    return small_captioner()


def test_fit_learns_the_captions():
    inputs = encoded(count=8)
    model = small_captioner(dim=8, units=16, scale=0.3)
    model.compile(keras.optimizers.Adam(0.02))
    history = model.fit(
        inputs, epochs=150, batch_size=8, shuffle=False, verbose=0
    ).history
    assert history["loss"][-1] < 0.1 < history["loss"][0]
    assert history["token_accuracy"][-1] == 1.0
    captions = model.generate(inputs, max_length=5, sampler="greedy")
    mask = padding_mask(inputs["token_ids"])
    assert captions == [
        row[real].tolist()
        for row, real in zip(inputs["token_ids"], mask, strict=True)
    ]


def test_targets_and_weights_are_derived():
    inputs = encoded()
    token_ids, mask = inputs["token_ids"], padding_mask(inputs["token_ids"])
    variants = [
        (inputs, None, None),
        (inputs, token_ids, None),
        (inputs, token_ids, mask.astype("float32")),
        ({**inputs, "padding_mask": mask}, token_ids, None),
        ({**inputs, "padding_mask": mask}, None, None),
        (inputs, token_ids, np.ones(6, "float32")),
        (inputs, None, np.ones((6, 1), "float32")),
    ]
    results = []
    for x, y, sample_weight in variants:
        model = small_captioner()
        model.compile(
            weighted_metrics=[keras.metrics.SparseCategoricalAccuracy()]
        )
        results.append(
            model.evaluate(
                x, y, sample_weight=sample_weight, verbose=0, return_dict=True
            )
        )
    assert set(results[0]) == {
        "loss",
        "token_loss",
        "token_accuracy",
        "sparse_categorical_accuracy",
    }
    for name, value in results[0].items():
        for other in results[1:]:
            np.testing.assert_allclose(other[name], value, rtol=1e-6)
    np.testing.assert_allclose(
        results[0]["token_accuracy"], results[0]["sparse_categorical_accuracy"]
    )


def test_weights_of_whole_captions(model):
    inputs = encoded(count=2)
    losses = -model.score(inputs, inputs["token_ids"])
    weights = np.array([3.0, 0.5])
    loss, *_ = model.evaluate(inputs, sample_weight=weights, verbose=0)
    np.testing.assert_allclose(loss, (weights * losses).mean(), rtol=1e-5)


@pytest.mark.parametrize("each_word", [False, True])
def test_metrics_are_means_over_words(each_word):
    model = small_captioner()
    inputs = encoded()
    weights = np.array([3.0, -2.0, 0.5, -1.0, 1.0, -4.0], "float32")
    mask = padding_mask(inputs["token_ids"])
    if each_word:
        weights = weights[:, None] * mask
    plain = model.evaluate(inputs, verbose=0, return_dict=True)
    weighted = model.evaluate(
        inputs, sample_weight=weights, verbose=0, return_dict=True
    )
    for name in ("token_loss", "token_accuracy"):
        np.testing.assert_allclose(weighted[name], plain[name], rtol=1e-6)


def test_weights_of_captions_as_texts():
    model = small_captioner(vocabulary=WORDS)
    weights = np.arange(1.0, 7.0)
    for function in (model.fit, model.evaluate):
        with pytest.raises(ValueError, match="`sample_weight` cannot be"):
            function(raw(), sample_weight=weights)
    x, y, encoded_weights = model.preprocessor(raw(), sample_weight=weights)
    model.preprocessor = None
    expected = weights * [-s for s in model.score(x, x["token_ids"])]
    loss, *_ = model.evaluate(
        x, y, sample_weight=encoded_weights, batch_size=6, verbose=0
    )
    np.testing.assert_allclose(loss, expected.mean(), rtol=1e-5)


def test_mask_that_was_left_out_is_derived(model):
    inputs = encoded()
    mask = padding_mask(inputs["token_ids"])
    full = {**inputs, "padding_mask": mask}
    for function in (
        lambda x: ops.convert_to_numpy(model(x)),
        lambda x: model.predict(x, verbose=0),
        model.predict_on_batch,
    ):
        np.testing.assert_allclose(function(inputs), function(full))


def test_custom_metrics_get_logits(model):
    class Seen(keras.metrics.Mean):
        def update_state(self, y_true, y_pred, sample_weight=None):
            assert y_true.shape[-1] == sample_weight.shape[-1] == 5
            assert y_pred.shape[-1] == VOCABULARY_SIZE
            return super().update_state(ops.logsumexp(y_pred, axis=-1))

    model = small_captioner()
    model.compile(weighted_metrics=[Seen(name="seen")])
    inputs = encoded()
    history = model.fit(inputs, shuffle=False, verbose=0).history
    logits = small_captioner().predict(inputs, verbose=0)
    expected = np.log(np.exp(logits).sum(-1)).mean()
    np.testing.assert_allclose(history["seen"][0], expected, rtol=1e-5)


def test_raw_inputs():
    model = small_captioner(vocabulary=WORDS)
    history = model.fit(raw(), epochs=2, shuffle=False, verbose=0).history
    assert set(history) == {"loss", "token_loss", "token_accuracy"}
    assert np.isfinite(history["loss"]).all()
    evaluated = model.evaluate(raw(), verbose=0, return_dict=True)
    assert set(evaluated) == set(history)
    logits = model.predict(raw(), verbose=0)
    assert logits.shape == (6, 20, 9)


def test_raw_and_encoded_inputs_give_the_same():
    model = small_captioner(vocabulary=WORDS)
    token_ids, mask = model.preprocessor.caption_ids(list(CAPTIONS))
    bare = small_captioner()
    x = {"features": raw()["features"], "token_ids": token_ids}
    np.testing.assert_allclose(
        model.evaluate(raw(), verbose=0), bare.evaluate(x, verbose=0), rtol=1e-5
    )
    assert mask.sum(1).tolist() == [5, 3, 5] * 2  # "the" is unknown


@pytest.mark.skipif(
    keras.config.backend() != "tensorflow", reason="tf.data feeds TensorFlow"
)
def test_tf_data():
    import tensorflow as tf

    model = small_captioner(vocabulary=WORDS)
    expected = model.evaluate(raw(), batch_size=6, verbose=0)
    data = tf.data.Dataset.from_tensor_slices(raw()).batch(6)
    np.testing.assert_allclose(
        model.evaluate(data, verbose=0), expected, rtol=1e-5
    )
    model.fit(data, validation_data=data, shuffle=False, verbose=0)


def test_default_optimizer(model):
    optimizer = small_captioner().optimizer
    assert isinstance(optimizer, keras.optimizers.Adam)
    np.testing.assert_allclose(float(optimizer.learning_rate), 2e-4)
    assert optimizer.global_clipnorm == 5.0
