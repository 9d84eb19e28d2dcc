"""Batches made ahead."""

import time

import pytest

from zoo.prefetched import prefetched

tf = pytest.importorskip("tensorflow")


def test_keeps_order_and_sizes_and_tunes_nothing():
    dataset = prefetched(tf.data.Dataset.range(20).batch(3))
    assert [len(batch) for batch in dataset] == [3] * 6 + [2]
    assert [int(x) for batch in dataset for x in batch] == list(range(20))
    assert dataset.cardinality() == 7
    assert dataset.options().autotune.enabled is False


def test_makes_batches_ahead():
    made = []

    def numbers():
        for number in range(4):
            made.append(number)
            yield number

    kind = tf.TensorSpec((), "int32")
    batches = iter(
        prefetched(
            tf.data.Dataset.from_generator(numbers, output_signature=kind)
        )
    )
    next(batches)
    deadline = time.monotonic() + 30
    while len(made) < 4 and time.monotonic() < deadline:
        time.sleep(0.01)
    assert made == [0, 1, 2, 3]
