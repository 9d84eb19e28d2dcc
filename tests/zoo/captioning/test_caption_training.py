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
    x, _, _ = model.preprocessor(raw())
    expected = weights * -small_captioner().score(
        {"features": x["features"]}, x["token_ids"]
    )
    for function in (model.evaluate, model.fit):
        found = function(raw(), sample_weight=weights, batch_size=6, verbose=0)
        if function == model.fit:
            found = found.history["loss"]
        np.testing.assert_allclose(found[0], expected.mean(), rtol=1e-5)


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


def features_seen(model, x, **options):
    """The first feature of each row that `fit` trained on, epoch by epoch."""
    seen = []

    class Model(type(model)):
        def train_step(self, data):
            x, _, _ = keras.utils.unpack_x_y_sample_weight(data)
            seen.append(ops.convert_to_numpy(x["features"])[:, 0])
            return {"loss": 0.0}

    model = Model(model.backbone, model.preprocessor)
    model.compile(run_eagerly=True)
    model.fit(x, epochs=3, batch_size=4, verbose=0, **options)
    seen = np.concatenate(seen).reshape(3, -1)
    return np.round(seen).astype(int).tolist()


@pytest.mark.skipif(
    keras.config.backend() != "tensorflow", reason="the step is TensorFlow's"
)
@pytest.mark.parametrize("words", [False, True])
def test_data_in_memory_are_shuffled(words):
    model = small_captioner(**({"vocabulary": WORDS} if words else {}))
    x = raw() if words else encoded()
    x["features"] = np.arange(6.0)[:, None] * np.ones((1, 5))
    in_order = [list(range(6))] * 3
    assert features_seen(model, x, shuffle=False) == in_order
    orders = features_seen(model, x)
    assert [sorted(order) for order in orders] == in_order
    assert len(set(map(tuple, orders))) == 3
    orders = features_seen(model, x, validation_split=0.4)
    assert [sorted(order) for order in orders] == [[0, 1, 2]] * 3


@pytest.mark.parametrize("kind", ["dict", "tuple", "split", "tf.data"])
def test_validation(kind):
    if kind == "tf.data" and keras.config.backend() != "tensorflow":
        pytest.skip("tf.data feeds TensorFlow")
    model = small_captioner(vocabulary=WORDS)
    model.compile(keras.optimizers.SGD(0.0))
    last = {name: value[3:] for name, value in raw().items()}
    expected = model.evaluate(last, verbose=0)[0]
    options = {"validation_data": last}
    if kind == "tuple":
        options = {"validation_data": (last, None, np.full(3, 2.0))}
        expected *= 2
    elif kind == "split":
        options = {"validation_split": 0.5}
    elif kind == "tf.data":
        import tensorflow as tf

        data = tf.data.Dataset.from_tensor_slices(last).batch(3)
        options = {"validation_data": data}
    history = model.fit(raw(), epochs=2, verbose=0, **options).history
    np.testing.assert_allclose(history["val_loss"], [expected] * 2, rtol=1e-5)


@pytest.mark.skipif(
    keras.config.backend() != "tensorflow", reason="tf.data feeds TensorFlow"
)
def test_dataset_with_validation_in_memory():
    import tensorflow as tf

    model = small_captioner(vocabulary=WORDS)
    data = tf.data.Dataset.from_tensor_slices(raw()).batch(3)
    history = model.fit(data, validation_data=raw(), verbose=0).history
    np.testing.assert_allclose(
        history["val_loss"], [model.evaluate(raw(), verbose=0)[0]], rtol=1e-5
    )


def test_captions_without_known_words():
    model = small_captioner(vocabulary=WORDS)
    with pytest.raises(ValueError, match="6 of 6 captions .* 'katze'"):
        model.fit(raw(captions=["Katze"] * 6), verbose=0)
    with pytest.warns(UserWarning) as warned:
        model.fit(raw(captions=["Katze"] + ["cat"] * 5), epochs=2, verbose=0)
    (warning,) = warned
    assert "1 of 6 captions" in str(warning.message)


@pytest.mark.parametrize("words", [False, True])
@pytest.mark.parametrize("name", ["features", "tags"])
def test_values_that_are_not_finite(words, name):
    model = small_captioner(
        num_tags=3, tag_factors=4, **({"vocabulary": WORDS} if words else {})
    )
    tags = encoded(tags=True)["tags"]
    x = raw(tags=tags) if words else encoded(tags=True)
    x[name] = x[name].copy()
    x[name][4, 1] = np.nan
    for function in (model.fit, model.evaluate):
        with pytest.raises(ValueError, match=rf"`{name}\[4\]` .* not finite"):
            function(x, verbose=0)


def test_data_of_other_kinds():
    with pytest.raises(TypeError, match="`validation_data` must be a dict"):
        small_captioner().fit(encoded(), validation_data=3, verbose=0)
    for options in ({}, {"vocabulary": WORDS}):
        model = small_captioner(**options)
        for x in (None, 3, [raw()], raw()["features"]):
            for function in (model.fit, model.evaluate):
                with pytest.raises(TypeError, match="`x` must be a dict"):
                    function(x, verbose=0)


@pytest.mark.skipif(
    keras.config.backend() != "tensorflow", reason="tf.data feeds TensorFlow"
)
@pytest.mark.parametrize("words", [False, True])
def test_dataset_without_batches(words):
    import tensorflow as tf

    model = small_captioner(**({"vocabulary": WORDS} if words else {}))
    data = raw() if words else encoded()
    data = tf.data.Dataset.from_tensor_slices(data)
    for function in (model.fit, model.evaluate, model.predict):
        with pytest.raises(ValueError, match=r"dataset.batch\(batch_size\)"):
            function(data, verbose=0)


def test_token_ids_of_no_word():
    x = encoded()
    x["token_ids"][2, 1] = VOCABULARY_SIZE
    with pytest.raises(ValueError, match="`token_ids` must be between 0 and 8"):
        small_captioner().fit(x, verbose=0)


def test_default_optimizer(model):
    optimizer = small_captioner().optimizer
    assert isinstance(optimizer, keras.optimizers.Adam)
    np.testing.assert_allclose(float(optimizer.learning_rate), 2e-4)
    assert optimizer.global_clipnorm == 5.0
