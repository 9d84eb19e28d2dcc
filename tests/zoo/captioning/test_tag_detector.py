"""The tag detector, alone and inside captioners."""

import pathlib

import keras
import numpy as np
import pytest

import zoo
from zoo.captioning.caption_tags import build_tags

WORDS = ["a", "dog", "cat", "runs", "sleeps", "red"]
CAPTIONS = [
    ["a dog runs", "the dog"],
    ["a cat sleeps"],
    ["a red dog"],
    ["a red cat runs"],
]
FEATURES = np.eye(4, 6, dtype="float32")


def detector(**options):
    return zoo.tag_detector(
        class_names=build_tags([c for row in CAPTIONS for c in row], 3),
        feature_dim=6,
        **options,
    )


def test_learns_the_tags_of_images():
    keras.utils.set_random_seed(0)
    model = detector(hidden=8)
    model.compile(keras.optimizers.Adam(0.05))
    targets = model.targets(CAPTIONS)
    assert model.class_names == ["dog", "cat", "red"]
    assert targets.tolist() == [[1, 0, 0], [0, 1, 0], [1, 0, 1], [0, 1, 1]]
    model.fit(FEATURES, targets, epochs=60, verbose=0)
    found = model.predict(FEATURES, verbose=0)
    assert (found.round() == targets).all()
    best = model.explain(FEATURES[0], num_tags=1)
    assert best.tags == ["dog"]
    np.testing.assert_allclose(best.probabilities, found[0, :1], rtol=1e-6)
    assert best.to_dict()["tags"] == ["dog"]
    assert "<td>dog</td>" in best.to_html()
    assert best.plot().axes[0].patches


@pytest.mark.parametrize(
    ("name", "options"),
    (
        ("scn_captioner", {"embedding_dim": 4, "tag_factors": 3}),
        ("atpl_captioner", {"dim": 4, "tag_factors": 3}),
    ),
)
def test_spares_images_their_tags(name, options, tmp_path):
    tags = detector()
    model = getattr(zoo, name)(
        vocabulary=WORDS, feature_dim=6, units=5, tag_detector=tags, **options
    )
    data = {"features": FEATURES, "captions": [row[0] for row in CAPTIONS]}
    model.fit(data, shuffle=False, verbose=0)
    held = model.backbone.tag_detector.get_weights()
    for was, now in zip(tags.get_weights(), held, strict=True):
        np.testing.assert_array_equal(was, now)
    written = model.generate(FEATURES)
    # The same captioner, with the same tags given by hand.
    by_hand = getattr(zoo, name)(
        vocabulary=WORDS, feature_dim=6, units=5, num_tags=3, **options
    )
    by_hand.backbone.decoder.set_weights(model.backbone.decoder.get_weights())
    found = tags.predict(FEATURES, verbose=0)
    assert by_hand.generate({"features": FEATURES, "tags": found}) == written
    model.save(tmp_path / "captioner.keras")
    copy = zoo.load_model(tmp_path / "captioner.keras")
    assert copy.generate(FEATURES) == written
    assert copy.backbone.tag_detector.class_names == tags.class_names
    assert not copy.backbone.tag_detector.trainable_weights


@pytest.mark.parametrize(
    "options",
    [
        {"class_names": ["dog"]},
        {"num_tags": 7},
        {"feature_dim": 99},
        {"hidden": 7},
        {"dropout": 0.9},
    ],
)
def test_a_preset_refuses_other_arguments(options):
    with pytest.raises(ValueError, match=f"`{[*options][0]}` cannot be chan"):
        zoo.tag_detector("directory", **options)


def test_words_are_no_preset():
    with pytest.raises(TypeError, match="`preset` must be.*`class_names="):
        zoo.tag_detector(["dog", "cat"], feature_dim=6)


@pytest.mark.parametrize(
    "options",
    [
        {"num_tags": 0},
        {"num_tags": 2.0},
        {"num_tags": 2, "hidden": -1},
        {"num_tags": 2, "hidden": True},
        {"num_tags": 2, "feature_dim": 0},
    ],
)
def test_sizes_are_positive_integers(options):
    name = [*options][-1]
    with pytest.raises(ValueError, match=f"`{name}` must be a positive int"):
        zoo.tag_detector(**options)


def test_names_and_their_number():
    with pytest.raises(ValueError, match="are 2 tags, but `num_tags=3`"):
        zoo.tag_detector(class_names=["dog", "cat"], num_tags=3)
    names = (name for name in ("dog", "cat"))
    assert zoo.tag_detector(class_names=names).class_names == ["dog", "cat"]


def test_data_that_do_not_fit():
    model = detector()
    before = model.get_weights()
    with pytest.raises(TypeError, match=r"by `detector.targets\(captions\)`"):
        model.fit(FEATURES, CAPTIONS)
    with pytest.raises(ValueError, match=r"`x\[0\]` holds values that are not"):
        model.fit(FEATURES * np.nan, model.targets(CAPTIONS))
    with pytest.raises(ValueError, match=r"`detector.targets\(captions\)`"):
        model.fit(FEATURES)
    targets = model.targets(CAPTIONS)
    message = r"`validation_data\[1\]` must be targets"
    with pytest.raises(TypeError, match=message):
        model.fit(FEATURES, targets, validation_data=(FEATURES, CAPTIONS))
    for was, now in zip(before, model.get_weights(), strict=True):
        np.testing.assert_array_equal(was, now)


def test_fits_a_dataset():
    import tensorflow as tf

    model = detector()
    data = (FEATURES, model.targets(CAPTIONS))
    dataset = tf.data.Dataset.from_tensor_slices(data).batch(2)
    history = model.fit(dataset, shuffle=False, verbose=0)
    assert np.isfinite(history.history["loss"]).all()


def captioner(**options):
    return zoo.scn_captioner(
        feature_dim=6, units=5, embedding_dim=4, tag_factors=3, **options
    )


@pytest.mark.parametrize("path", ["somewhere", pathlib.Path("somewhere")])
def test_a_path_is_no_detector(path):
    with pytest.raises(TypeError, match=r"`zoo.tag_detector\('somewhere'\)`"):
        captioner(vocabulary_size=7, tag_detector=path)
    with pytest.raises(TypeError, match=r"`zoo.tag_detector\(directory\)`"):
        captioner(vocabulary_size=7, tag_detector=object())


def test_another_number_of_tags():
    with pytest.raises(ValueError, match="`num_tags=7`.*finds 3 tags"):
        captioner(vocabulary_size=7, tag_detector=detector(), num_tags=7)
    model = captioner(vocabulary_size=7, tag_detector=detector(), num_tags=3)
    assert model.backbone.num_tags == 3


@pytest.mark.parametrize("words", [True, False])
def test_tags_beside_a_detector(words):
    vocabulary = {"vocabulary": WORDS} if words else {"vocabulary_size": 7}
    model = captioner(tag_detector=detector(), **vocabulary)
    inputs = {"features": FEATURES, "tags": np.ones((4, 3), "float32")}
    data = {**inputs, "captions": ["a dog"] * 4}
    if not words:
        data = {**inputs, "token_ids": np.ones((4, 2), "int32")}
    held = {name: data[name] for name in data if name != "tags"}
    for refuse in (
        lambda: model.fit(data, verbose=0),
        lambda: model.fit(held, validation_data=data, verbose=0),
        lambda: model.evaluate(data, verbose=0),
        lambda: model.generate(inputs),
        lambda: zoo.SelfCriticalBatches(model, inputs, [["a dog"]] * 4),
    ):
        with pytest.raises(ValueError, match="with a `tag_detector`.*itself"):
            refuse()


def test_captions_without_tags():
    with pytest.raises(ValueError, match="none of the detector's tags"):
        detector().targets([["a plane"], ["the sky"]])


def test_bad_arguments():
    with pytest.raises(ValueError, match="does not know its tags"):
        zoo.tag_detector(num_tags=3, feature_dim=6).explain(FEATURES[0])
    for count in (0, 1.5, "3"):
        with pytest.raises(ValueError, match="`num_tags` must be a positive"):
            detector().explain(FEATURES[0], num_tags=count)
    with pytest.raises(ValueError, match="this detector was made for 6"):
        detector().explain(FEATURES[0, :5])
    with pytest.raises(ValueError, match="one image at a time. Received 4"):
        detector().explain(FEATURES)
    with pytest.raises(ValueError, match="`preprocessor` must be None"):
        zoo.TagDetector(detector().backbone, preprocessor=object())
    with pytest.raises(ValueError, match="num_tags=None.*cnn_lstm_captioner"):
        zoo.scn_captioner(vocabulary_size=7, num_tags=None)
    with pytest.raises(ValueError, match="`tag_detector` must read the feat"):
        zoo.scn_captioner(
            vocabulary_size=7, feature_dim=5, tag_detector=detector()
        )
