import keras
import numpy as np
import pytest

from zoo.tree_lstm.sentence_batches import SentenceBatches
from zoo.tree_lstm.sequence_rows import SequenceRows

SIZES = [5, 1, 4, 2, 3, 3, 1, 2, 6, 4, 1]
ROWS = [np.full(size, n + 1, np.int32) for n, size in enumerate(SIZES)]
TARGETS = np.arange(len(ROWS))


def make(**arguments):
    arguments = {"targets": TARGETS, "batch_size": 3, **arguments}
    return SentenceBatches(SequenceRows(), ROWS, **arguments)


def seen(batches):
    """Targets of all batches, and whether they go with their rows."""
    found = []
    for index in range(len(batches)):
        x, y = batches[index][:2]
        np.testing.assert_array_equal(x["token_ids"][:, 0], y + 1)
        found += y.tolist()
    return found


def test_unshuffled_by_size():
    batches = make()
    assert len(batches) == 4
    found = seen(batches)
    assert sorted(found) == TARGETS.tolist()
    assert [SIZES[n] for n in found] == sorted(SIZES)


def test_shuffled_anew_each_epoch():
    batches = make(shuffle=True)
    first = seen(batches)
    batches.on_epoch_end()
    second = seen(batches)
    assert sorted(first) == sorted(second) == TARGETS.tolist()
    assert first != second


def test_the_seed_decides():
    orders = []
    for _ in range(2):
        keras.utils.set_random_seed(3)
        orders.append(seen(make(shuffle=True)))
    assert orders[0] == orders[1]


def test_weights():
    batches = make(sample_weight=TARGETS * 10.0)
    for index in range(len(batches)):
        _, y, weight = batches[index]
        np.testing.assert_array_equal(weight, y * 10.0)


def test_without_targets():
    (x,) = make(targets=None, labelled=False)[0]
    assert set(x) == {"token_ids", "padding_mask"}


def test_split():
    batches = make(shuffle=True)
    last = batches.split(0.3)
    assert sorted(seen(last)) == [7, 8, 9, 10]
    assert sorted(seen(batches)) == list(range(7))
    for share in (0.0, 1.0, 0.95):
        with pytest.raises(ValueError, match="leaves none"):
            make().split(share)


@pytest.mark.parametrize("size", [0, -1, 2.5])
def test_batch_size(size):
    with pytest.raises(ValueError, match="`batch_size` must be"):
        make(batch_size=size)


def test_as_dataset():
    batches = make(shuffle=True)
    dataset = batches.as_keras_data()
    assert dataset.cardinality() == 4
    epochs = [
        [n for _, y in dataset.as_numpy_iterator() for n in y.tolist()]
        for _ in range(2)
    ]
    assert sorted(epochs[0]) == sorted(epochs[1]) == TARGETS.tolist()
    assert epochs[0] != epochs[1]
    spec, _ = dataset.element_spec
    assert spec["token_ids"].shape.as_list() == [None, None]
