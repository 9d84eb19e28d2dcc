import json

import keras
import numpy as np
import pytest
from keras import ops
from layer_checks import save_and_load
from small_captioner import (
    FEATURES,
    WORDS,
    encoded,
    log_softmax,
    scene_encoder,
    small_captioner,
)

import zoo
from keras_tpr.layers import TPRAttention
from zoo.atpl.atpl_explanation import ATPLExplanation


@pytest.fixture(scope="module")
def worded():
    return small_captioner(vocabulary=WORDS)


@pytest.fixture(scope="module")
def seeing():
    return small_captioner(vocabulary=WORDS, image_encoder=scene_encoder())


def detector(seed=1, tags=3):
    features = keras.Input((FEATURES,))
    outputs = keras.layers.Dense(tags, activation="sigmoid")(features)
    model = keras.Model(features, outputs, name="detector")
    rng = np.random.default_rng(seed)
    for weight in model.weights:
        weight.assign(rng.standard_normal(weight.shape))
    return model


@pytest.mark.parametrize(
    "num_tags, count", [(None, 7_048_247), (999, 13_237_303)]
)
def test_published_sizes(num_tags, count):
    model = zoo.atpl_captioner(num_tags=num_tags)
    assert sum(int(np.prod(w.shape)) for w in model.trainable_weights) == count
    assert model.count_params() == count
    assert model.backbone.vocabulary_size == 8791
    assert model.preprocessor is None


def test_vocabulary_gives_a_preprocessor():
    model = small_captioner(vocabulary=WORDS)
    assert model.backbone.vocabulary_size == len(WORDS) + 1
    tokenizer = model.preprocessor.tokenizer
    assert tokenizer.get_vocabulary() == ["<end>", *WORDS]
    assert model.backbone.vocabulary_hash == tokenizer.vocabulary_hash
    assert model.preprocessor.feature_dim == FEATURES
    unknown = small_captioner(vocabulary=WORDS, oov="unk")
    assert unknown.backbone.vocabulary_size == len(WORDS) + 2


def test_vocabulary_and_another_size():
    with pytest.raises(ValueError, match="`vocabulary_size=5`"):
        zoo.atpl_captioner(
            vocabulary=WORDS, vocabulary_size=5, feature_dim=4, num_tags=None
        )


def test_initial_word_vectors():
    vectors = np.arange(36, dtype="float32").reshape(9, 4)
    model = zoo.atpl_captioner(
        vocabulary=WORDS,
        dim=4,
        units=6,
        feature_dim=5,
        num_tags=None,
        embedding=vectors,
        embedding_trainable=False,
    )
    embeddings = model.backbone.decoder.embedding.embeddings
    np.testing.assert_array_equal(ops.convert_to_numpy(embeddings), vectors)
    assert not any(w is embeddings for w in model.trainable_weights)
    data = {"features": encoded()["features"], "captions": ["a dog"] * 6}
    model.fit(data, shuffle=False, verbose=0)
    np.testing.assert_array_equal(ops.convert_to_numpy(embeddings), vectors)


def test_word_vectors_of_another_shape():
    with pytest.raises(ValueError, match=r"`embedding`.*\(9, 4\)"):
        small_captioner(embedding=np.ones((9, 5)))


def test_tag_detector_finds_the_tags():
    inputs = encoded(tags=True)
    detecting = small_captioner(
        num_tags=3, tag_factors=4, tag_detector=detector()
    )
    given = small_captioner(num_tags=3, tag_factors=4)
    inputs["tags"] = detector().predict(inputs["features"], verbose=0)
    expected = given.predict(inputs, verbose=0)
    del inputs["tags"]
    np.testing.assert_allclose(
        detecting.predict(inputs, verbose=0), expected, atol=1e-5
    )
    assert len(detecting.generate(inputs["features"])) == 6


def test_tag_detector_is_frozen_and_saved():
    model = small_captioner(num_tags=3, tag_factors=4, tag_detector=detector())
    before = model.backbone.tag_detector.get_weights()
    inputs = encoded()
    model.fit(inputs, shuffle=False, verbose=0)
    for a, b in zip(
        before, model.backbone.tag_detector.get_weights(), strict=True
    ):
        np.testing.assert_array_equal(a, b)
    copy = save_and_load(model)
    np.testing.assert_array_equal(
        copy.predict(inputs, verbose=0), model.predict(inputs, verbose=0)
    )
    assert not copy.backbone.tag_detector.trainable_weights


def test_what_is_fixed_stays_fixed_when_loaded():
    model = small_captioner(
        embedding_trainable=False,
        role_attention=TPRAttention(4, trainable=False),
    )
    before = [w.path for w in model.trainable_weights]
    assert not [path for path in before if "role_attention" in path]
    model.fit(encoded(), shuffle=False, verbose=0)
    copy = save_and_load(model)
    assert [w.path for w in copy.trainable_weights] == before
    assert not copy.backbone.decoder.embedding.trainable_weights
    copy.backbone.trainable = False
    copy.backbone.trainable = True
    assert [w.path for w in copy.trainable_weights] == before


def test_tag_detector_with_words():
    model = small_captioner(
        vocabulary=WORDS, num_tags=3, tag_factors=4, tag_detector=detector()
    )
    features = encoded()["features"]
    model.fit(
        {"features": features, "captions": ["a dog"] * 6},
        shuffle=False,
        verbose=0,
    )
    assert isinstance(model.generate(features[0]), str)


def test_tag_detector_brings_its_number_of_tags():
    model = small_captioner(
        num_tags=999, tag_factors=4, tag_detector=detector(tags=7)
    )
    assert model.backbone.num_tags == 7


@pytest.mark.parametrize(
    "options, message",
    [
        ({"num_tags": None}, "`num_tags=None` makes a captioner without tags"),
        ({"num_tags": 3, "feature_dim": 6}, "must read the features"),
    ],
)
def test_tag_detector_that_does_not_fit(options, message):
    with pytest.raises(ValueError, match=message):
        small_captioner(tag_detector=detector(), **options)


def test_preset_round_trip(tmp_path):
    model = small_captioner(vocabulary=WORDS, image_encoder=scene_encoder())
    images = np.random.default_rng(0).integers(0, 256, (3, 8, 8, 3), "uint8")
    model.fit(
        {"images": images, "captions": ["a dog", "a cat", "grass"]},
        shuffle=False,
        verbose=0,
    )
    model.save_to_preset(tmp_path / "preset")
    copy = zoo.atpl_captioner(preset=str(tmp_path / "preset"))
    assert type(copy) is zoo.ATPLCaptioner
    assert copy.generate(images) == model.generate(images)
    assert copy.preprocessor.sequence_length == 20
    fresh = zoo.atpl_captioner(
        preset=str(tmp_path / "preset"), load_weights=False
    )
    assert fresh.count_params() == model.count_params()


def test_preset_refuses_what_it_would_ignore(tmp_path):
    for arguments in (
        {"dim": 8},
        {"embedding": np.ones((9, 4))},
        {"vocabulary": WORDS},
        {"tpr_scale": "length"},
    ):
        (name,) = arguments
        with pytest.raises(ValueError, match=f"`{name}` cannot be changed"):
            zoo.atpl_captioner(preset=str(tmp_path), **arguments)


def test_explanation_of_what_is_generated(worded):
    features = encoded()["features"][0]
    explanation = worded.explain(features)
    assert isinstance(explanation, ATPLExplanation)
    caption = worded.generate(features, return_scores=True)
    assert explanation.caption == caption.text
    count = len(caption.token_ids)
    assert len(explanation.words) == count
    assert explanation.roles.shape == (count, 4)
    assert explanation.role_attention.shape == (count, 4)
    assert explanation.fillers.shape == (count, 4)
    assert explanation.feature_attention.shape == (count, FEATURES)
    assert explanation.role_similarity.shape == (count, count)
    assert explanation.attention_maps is explanation.image is None
    np.testing.assert_allclose(
        np.log(explanation.probabilities).sum(), caption.score, atol=1e-4
    )


@pytest.mark.parametrize("tokens", [False, True])
def test_explanation_of_a_caption(worded, tokens):
    features = encoded()["features"][0]
    text = "A red dog runs."
    explanation = worded.explain(
        features, text.lower()[:-1].split() if tokens else text, num_words=2
    )
    assert explanation.words == ["a", "red", "dog", "runs", "<end>"]
    assert explanation.caption == "a red dog runs"
    token_ids = np.array([[1, 2, 3, 5, 0]])
    logits = small_captioner().predict(
        {"features": features[None], "token_ids": token_ids}, verbose=0
    )
    chosen = np.take_along_axis(log_softmax(logits), token_ids[..., None], -1)
    np.testing.assert_allclose(
        explanation.probabilities, np.exp(chosen[0, :, 0]), atol=1e-5
    )
    assert [len(near) for near in explanation.nearest_words] == [2] * 5


def test_explanation_is_of_the_weights(worded):
    features = encoded()["features"][0]
    explanation = worded.explain(features, "a dog")
    decoder = worded.backbone.decoder
    basis = np.asarray(decoder.cell.roles.basis)
    np.testing.assert_allclose(
        explanation.roles, explanation.role_attention @ basis.T, atol=1e-5
    )
    assert (0 < explanation.role_attention).all()
    assert (explanation.role_attention < 1).all()
    embeddings = ops.convert_to_numpy(decoder.embedding.embeddings)
    for filler, near in zip(
        explanation.fillers, explanation.nearest_words, strict=True
    ):
        cosines = embeddings @ filler / np.linalg.norm(embeddings, axis=1)
        cosines /= np.linalg.norm(filler)
        assert near[0][0] == ["<end>", *WORDS][cosines.argmax()]
        np.testing.assert_allclose(near[0][1], cosines.max(), atol=1e-5)
        values = [cosine for _, cosine in near]
        assert values == sorted(values)[::-1]


def test_explanation_over_the_image(seeing):
    image = np.random.default_rng(0).integers(0, 256, (8, 8, 3), "uint8")
    explanation = seeing.explain(image, "a dog")
    assert explanation.attention_maps.shape == (3, 2, 2)
    np.testing.assert_array_equal(explanation.image, image)
    # Features are in the order rows, columns, channels.
    np.testing.assert_allclose(
        explanation.attention_maps[0, 1, 0],
        explanation.feature_attention[0, 4:6].mean(),
        rtol=1e-6,
    )


def test_explanation_from_features_of_a_seeing_captioner(seeing):
    explanation = seeing.explain({"features": np.ones(8)}, "a dog")
    assert explanation.image is None
    assert len(explanation.words) == 3
    explanation.plot()


def test_pooled_features_have_no_map():
    images = keras.Input((8, 8, 3))
    x = keras.layers.Conv2D(4, 3, strides=2)(images)
    x = keras.layers.GlobalAveragePooling2D()(x)
    model = small_captioner(
        vocabulary=WORDS, image_encoder=keras.Model(images, x)
    )
    explanation = model.explain(np.zeros((8, 8, 3), "uint8"), "a dog")
    assert explanation.attention_maps is None
    explanation.plot()


def test_explanation_with_tags():
    model = small_captioner(vocabulary=WORDS, num_tags=3, tag_factors=4)
    inputs = {"features": np.ones(FEATURES), "tags": np.ones(3)}
    assert model.explain(inputs, "a dog").words == ["a", "dog", "<end>"]


def test_explanation_as_data(worded):
    explanation = worded.explain(encoded()["features"][0], "a dog")
    data = json.loads(json.dumps(explanation.to_dict()))
    assert data["words"] == ["a", "dog", "<end>"]
    assert np.shape(data["roles"]) == (3, 4)
    assert data["image"] is None


def test_explain_takes_one_image(worded, seeing):
    features = encoded()["features"]
    assert worded.explain(features[:1], "a dog").words[1] == "dog"
    with pytest.raises(ValueError, match="one image at a time. Received 6"):
        worded.explain(features)


def test_words_are_needed():
    model = small_captioner()
    with pytest.raises(ValueError, match="`explain`.*`vocabulary=`"):
        model.explain(np.ones(FEATURES))
    with pytest.raises(ValueError, match="`role_clusters`.*`vocabulary=`"):
        model.role_clusters(np.ones((1, FEATURES)), ["a"], [["DT"]])


def test_internals_are_those_of_the_decoder(worded):
    inputs = encoded()
    internals = worded.internals(
        {"features": inputs["features"]}, inputs["token_ids"]
    )
    bare = small_captioner()
    np.testing.assert_allclose(
        internals["logits"], bare.predict(inputs, verbose=0), atol=1e-5
    )
    assert internals["S_tilde"].shape == (6, 5, 4, 4)


def test_role_clusters(worded):
    captions = ["a red dog runs", "cat sits", "a cat on grass"] * 2
    tags = [["DT", "JJ", "NN", "VB"], ["NN", "VB"], ["DT", "NN", "IN", "NN"]]
    found = worded.role_clusters(encoded()["features"], captions, tags * 2)
    assert found["num_words"] == 20
    assert found["num_clusters"] == 5
    assert 0 < found["purity"] <= 1
    counts = [sum(cluster.values()) for cluster in found["table"]]
    assert sum(counts) == 20
    two = worded.role_clusters(
        encoded()["features"], captions, tags * 2, num_clusters=2
    )
    assert len(two["table"]) == 2


def test_role_clusters_need_a_tag_for_each_word(worded):
    with pytest.raises(ValueError, match="Sentence 0 has 2 words"):
        worded.role_clusters(
            encoded(count=1)["features"], ["red dog"], [["DT", "JJ", "NN"]]
        )


@pytest.mark.parametrize(
    ("captions", "tags", "error", "message"),
    [
        (["dog"], [["NN"], ["NN"]], ValueError, "`captions` 1, `tags` 2"),
        (["dog", "a"], [["NN"]], ValueError, "`captions` 2, `tags` 1"),
        (["dog"] * 3, [["NN"]] * 3, ValueError, "`features` 2, `captions` 3"),
        (["the dog", "a"], [["NN"]] * 2, ValueError, "vocabulary.*'the'"),
        (["dog", "a"], ["N", "D"], TypeError, "`tags` must be a list with"),
        (["dog", "a"], None, TypeError, "`tags` must be a list with"),
        (None, [["NN"]] * 2, TypeError, "`captions` must be a text"),
    ],
)
def test_role_clusters_of_what_does_not_fit(
    worded, captions, tags, error, message
):
    with pytest.raises(error, match=message):
        worded.role_clusters(encoded(count=2)["features"], captions, tags)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"num_words": -1}, ValueError, "num_words=-1"),
        ({"caption": "a blue dog"}, ValueError, "`caption` .* 'blue'"),
        ({"caption": 3}, TypeError, "`caption` must be a text"),
    ],
)
def test_explain_refuses(worded, arguments, error, message):
    with pytest.raises(error, match=message):
        worded.explain(encoded()["features"][0], **arguments)
