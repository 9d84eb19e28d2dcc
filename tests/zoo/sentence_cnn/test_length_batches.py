"""Batches of sentences of about one length."""

import keras
import numpy as np
import pytest

from zoo.sentence_cnn.length_batches import LengthBatches

ROWS = [[1] * (1 + n % 7) for n in range(100)]
Y = np.arange(100, dtype="int32")


def numbers(batches):
    return [batches[i][1].tolist() for i in range(len(batches))]


def test_each_sentence_once_and_little_padding():
    batches = LengthBatches(ROWS, Y, batch_size=10, shuffle=True)
    found = numbers(batches)
    assert len(found) == 10
    assert sorted(sum(found, [])) == list(range(100))
    padding = sum(
        (batches[i][0]["token_ids"] == 0).sum() for i in range(len(batches))
    )
    assert padding < 0.1 * sum(map(len, ROWS))


def test_another_order_in_each_epoch():
    batches = LengthBatches(ROWS, Y, batch_size=10, shuffle=True)
    first = numbers(batches)
    batches.on_epoch_end()
    assert numbers(batches) != first
    assert sorted(map(sorted, numbers(batches))) != sorted(map(sorted, first))


def test_without_shuffling_by_length():
    batches = LengthBatches(ROWS, Y, batch_size=30)
    lengths = [len(ROWS[n]) for n in sum(numbers(batches), [])]
    assert lengths == sorted(lengths)
    assert len(batches) == 4
    batches.on_epoch_end()
    assert [len(ROWS[n]) for n in sum(numbers(batches), [])] == lengths


def test_weights_and_no_targets():
    batches = LengthBatches(ROWS, Y, Y / 2.0, batch_size=3)
    _, y, weights = batches[0]
    assert (weights == y / 2.0).all()
    assert len(LengthBatches(ROWS)[0]) == 1


def test_split():
    batches = LengthBatches(ROWS, Y, batch_size=10, shuffle=True)
    last = batches.split(0.2)
    assert sorted(sum(numbers(last), [])) == list(range(80, 100))
    assert sorted(sum(numbers(batches), [])) == list(range(80))


@pytest.mark.skipif(
    keras.backend.backend() != "tensorflow", reason="a pipeline of TensorFlow"
)
def test_as_a_dataset():
    batches = LengthBatches(ROWS, Y, batch_size=10, shuffle=True)
    dataset = batches.as_keras_data()
    assert int(dataset.cardinality()) == 10
    assert dataset.element_spec[0]["token_ids"].shape == (None, None)
    for _ in range(2):
        found = [y.numpy().tolist() for _, y in dataset]
        assert sorted(sum(found, [])) == list(range(100))


def test_bad_batch_size():
    with pytest.raises(ValueError, match="`batch_size`.*batch_size=0"):
        LengthBatches(ROWS, Y, batch_size=0)
