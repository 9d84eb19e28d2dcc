import keras
import numpy as np
import pytest
import tensorflow as tf

from zoo.captioning.training_batches import (
    TrainingBatches,
    check_batch_axis,
    check_data_kind,
    is_in_memory,
)

X = {"images": [f"{i}.png" for i in range(7)], "features": np.arange(7)}


def batches(x=X, y=None, sample_weight=None, **options):
    return TrainingBatches(
        x, y, sample_weight, lambda *batch: batch, batch_size=3, **options
    )


def rows(data):
    """The numbers of all rows, batch by batch."""
    return [data[i][0]["features"].tolist() for i in range(len(data))]


def test_rows_in_order():
    data = batches(y=np.arange(7) + 10, sample_weight=[1.0] * 7)
    assert rows(data) == [[0, 1, 2], [3, 4, 5], [6]]
    x, y, sample_weight = data[1]
    assert x["images"] == ["3.png", "4.png", "5.png"]
    assert y.tolist() == [13, 14, 15]
    assert sample_weight.tolist() == [1, 1, 1]
    data.on_epoch_end()
    assert rows(data) == [[0, 1, 2], [3, 4, 5], [6]]
    assert batches()[0][1:] == (None, None)


def test_each_epoch_has_another_order():
    keras.utils.set_random_seed(1)
    data = batches(shuffle=True)
    orders = []
    for _ in range(3):
        orders.append(sum(rows(data), []))
        data.on_epoch_end()
    assert all(sorted(order) == list(range(7)) for order in orders)
    assert len(set(map(tuple, orders))) == 3
    x, _, _ = data[0]
    assert x["images"] == [f"{i}.png" for i in x["features"]]
    keras.utils.set_random_seed(1)
    assert sum(rows(batches(shuffle=True)), []) == orders[0]


def test_last_rows_are_split_off():
    data = batches(shuffle=True)
    last = data.split(0.3)
    assert sorted(sum(rows(data), [])) == [0, 1, 2, 3]
    assert rows(last) == [[4, 5, 6]]
    for share in (1.0, -0.5):
        with pytest.raises(ValueError, match=f"validation_split={share}"):
            batches().split(share)


def test_numbers_that_differ():
    with pytest.raises(ValueError, match="`features` 7, `sample_weight` 2"):
        batches(sample_weight=np.ones(2))
    with pytest.raises(ValueError, match="`batch_size`"):
        TrainingBatches(X, None, None, tuple, batch_size=0)


def test_kinds_of_data():
    assert is_in_memory(X)
    dataset = tf.data.Dataset.range(3)
    assert not is_in_memory(dataset)
    for x in (X, dataset):
        check_data_kind(x)
    for x in (None, 3, [1], np.ones(3)):
        with pytest.raises(TypeError, match="`x` must be a dict"):
            check_data_kind(x)
    check_batch_axis(np.ones((2, 3)))
    with pytest.raises(ValueError, match="dataset.batch"):
        check_batch_axis(np.ones(3))
