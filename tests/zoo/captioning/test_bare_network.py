"""Models as parts of captioners."""

import keras
import numpy as np
import pytest

import zoo
from zoo.captioning.bare_network import bare_network, network_copy

FEATURES = np.eye(4, 6, dtype="float32")
TARGETS = np.eye(4, 3, dtype="float32")


def task():
    return zoo.tag_detector(class_names=["dog", "cat", "red"], feature_dim=6)


def sequential():
    return keras.Sequential(
        [
            keras.Input((6,)),
            keras.layers.BatchNormalization(),
            keras.layers.Dense(3, activation="sigmoid"),
        ]
    )


def functional():
    inputs = keras.Input((6,))
    return keras.Model(inputs, keras.layers.Dense(3)(inputs))


@pytest.mark.parametrize("make", [task, sequential, functional])
@pytest.mark.parametrize("compiled", [False, True])
def test_a_copy_shares_nothing(make, compiled):
    model = make()
    if compiled:
        model.compile("sgd", "mse")
        model.fit(FEATURES, TARGETS, verbose=0)
    copy = network_copy(model)
    assert not copy.compiled
    expected = model.predict(FEATURES, verbose=0)
    found = copy.predict(FEATURES, verbose=0)
    np.testing.assert_allclose(found, expected, rtol=1e-6)
    for weight in copy.weights:
        weight.assign(weight + 1.0)
    np.testing.assert_array_equal(model.predict(FEATURES, verbose=0), expected)


def test_a_copied_detector_knows_its_tags():
    assert network_copy(task()).class_names == ["dog", "cat", "red"]
    assert network_copy(None) is None


def test_an_image_encoder_is_shared():
    model = functional()
    model.compile("sgd", "mse")
    network = bare_network(model)
    assert not network.compiled
    assert network.weights[0] is model.weights[0]


def test_a_detector_trains_on_after_it_was_given_away():
    detector = task()
    detector.fit(FEATURES, TARGETS, verbose=0)
    model = zoo.scn_captioner(
        vocabulary_size=7, units=5, embedding_dim=4, feature_dim=6,
        tag_factors=3, tag_detector=detector,
    )  # fmt: skip
    held = model.backbone.tag_detector
    assert len(detector.trainable_variables) == 2
    assert not held.trainable_variables
    before = held.predict(FEATURES, verbose=0)
    start = detector.predict(FEATURES, verbose=0)
    detector.fit(FEATURES, TARGETS, epochs=3, verbose=0)
    assert np.abs(detector.predict(FEATURES, verbose=0) - start).max() > 0
    np.testing.assert_array_equal(held.predict(FEATURES, verbose=0), before)
