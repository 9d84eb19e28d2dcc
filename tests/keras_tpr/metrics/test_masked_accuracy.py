"""Accuracy over the positions that have a class."""

import keras
import numpy as np
import pytest
from layer_checks import to_numpy

from keras_tpr.metrics import MaskedAccuracy

RNG = np.random.default_rng(0)
SCORES = RNG.standard_normal((4, 6, 3)).astype("float32")
LABELS = RNG.integers(-1, 3, (4, 6))


def accuracy(labels, scores, counted):
    hits = scores.argmax(axis=-1) == labels
    return hits[counted].mean()


def result_of(*batches, **options):
    metric = MaskedAccuracy(**options)
    for batch in batches:
        metric.update_state(*batch)
    return float(to_numpy(metric.result()))


def test_positions_without_a_class_do_not_count():
    expected = accuracy(LABELS, SCORES, LABELS >= 0)
    assert result_of((LABELS, SCORES)) == pytest.approx(expected)
    assert expected != pytest.approx((SCORES.argmax(-1) == LABELS).mean())


def test_every_position_counts_the_same():
    """Whatever the batch it is in, and however full that is."""
    labels = LABELS.copy()
    labels[1:, 1:] = -1
    batches = [(labels[:1], SCORES[:1]), (labels[1:], SCORES[1:])]
    expected = accuracy(labels, SCORES, labels >= 0)
    assert result_of(*batches) == pytest.approx(expected)
    means = [result_of(batch) for batch in batches]
    assert np.mean(means) != pytest.approx(expected)


def test_weights_and_mask():
    weights = RNG.integers(0, 2, LABELS.shape).astype("float32")
    expected = accuracy(LABELS, SCORES, (LABELS >= 0) & (weights > 0))
    assert result_of((LABELS, SCORES, weights)) == pytest.approx(expected)
    rows = np.array([1, 0, 0, 1], "float32")
    expected = accuracy(LABELS[::3], SCORES[::3], LABELS[::3] >= 0)
    assert result_of((LABELS, SCORES, rows)) == pytest.approx(expected)


def test_mask_of_the_predictions():
    words = np.array([[1, 2, 0], [1, 0, 0]])
    labels = np.array([[0, 0, 0], [0, 0, 0]])
    embedding = keras.layers.Embedding(3, 3, mask_zero=True)
    embedding.build()
    embedding.set_weights([np.eye(3)[[0, 0, 1]]])
    scores = embedding(words)
    # Word 1 is a hit, word 2 is none, and the three zeros do not count.
    assert result_of((labels, scores)) == pytest.approx(2 / 3)


def test_labels_in_a_column():
    column = LABELS[:, 0, np.newaxis]
    expected = accuracy(LABELS[:, 0], SCORES[:, 0], LABELS[:, 0] >= 0)
    assert result_of((column, SCORES[:, 0])) == pytest.approx(expected)


def test_another_label_to_ignore():
    expected = accuracy(LABELS, SCORES, LABELS != 1)
    found = result_of((LABELS, SCORES), ignore_class=1)
    assert found == pytest.approx(expected)


def test_nothing_to_count():
    assert result_of() == 0.0
    assert result_of((np.full((2, 3), -1), SCORES[:2, :3])) == 0.0


def test_reset():
    metric = MaskedAccuracy()
    metric.update_state(LABELS, SCORES)
    metric.reset_state()
    metric.update_state(LABELS[:1], SCORES[:1])
    expected = accuracy(LABELS[:1], SCORES[:1], LABELS[:1] >= 0)
    assert float(to_numpy(metric.result())) == pytest.approx(expected)


def test_in_a_model():
    metric = MaskedAccuracy(ignore_class=1)
    revived = MaskedAccuracy.from_config(metric.get_config())
    assert revived.get_config() == metric.get_config()
    model = keras.Sequential(
        [keras.Input((6, 3)), keras.layers.Activation("softmax")]
    )
    loss = keras.losses.SparseCategoricalCrossentropy(ignore_class=-1)
    model.compile(loss=loss, metrics=[revived])
    found = model.evaluate(
        SCORES, LABELS, batch_size=2, verbose=0, return_dict=True
    )
    expected = accuracy(LABELS, SCORES, LABELS != 1)
    assert found["masked_accuracy"] == pytest.approx(expected)
