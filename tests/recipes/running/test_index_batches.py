import numpy as np
import pytest

from recipes.running.index_batches import index_batches, updates_per_pass


def take(dataset, count):
    return [batch.numpy() for batch in dataset.take(count)]


@pytest.mark.parametrize("lengths", [None, [3, 1, 2, 1, 3, 2, 2]])
def test_each_pass_holds_every_example_once(lengths):
    batches = take(index_batches(7, 3, seed=0, lengths=lengths), 9)
    for begin in (0, 3, 6):
        one_pass = np.concatenate(batches[begin : begin + 3])
        np.testing.assert_array_equal(np.sort(one_pass), np.arange(7))
    assert sorted(map(len, batches[:3])) == [1, 3, 3]


@pytest.mark.parametrize("lengths", [None, [3, 1, 2, 1, 3, 2, 2]])
@pytest.mark.parametrize("first", [1, 3, 5, 100])
def test_a_stream_may_begin_anywhere(first, lengths):
    whole = take(index_batches(7, 3, 5, lengths=lengths), first + 4)[first:]
    later = take(index_batches(7, 3, 5, first, lengths=lengths), 4)
    for expected, got in zip(whole, later, strict=True):
        np.testing.assert_array_equal(expected, got)


def test_order_differs_between_passes_and_seeds():
    first, second = take(index_batches(50, 50, seed=0), 2)
    (other,) = take(index_batches(50, 50, seed=1), 1)
    assert (first != second).any() and (first != other).any()
    assert (first != np.arange(50)).any()


def test_batches_of_one_length():
    lengths = np.repeat([1, 2, 3], 40)
    batches = take(index_batches(120, 20, 0, lengths=lengths), 6)
    found = [set(lengths[batch]) for batch in batches]
    assert all(len(lengths_of_batch) == 1 for lengths_of_batch in found)
    # The batches themselves are not sorted.
    first = [lengths[batch[0]] for batch in batches]
    assert first != sorted(first)


def test_pools_limit_the_sorting():
    lengths = np.arange(1000)
    (batch,) = take(index_batches(1000, 2, 0, lengths=lengths), 1)
    # Neighbours by length of 100 random ones, not of all.
    assert abs(int(batch[0]) - int(batch[1])) > 1


def test_updates_per_pass():
    assert updates_per_pass(6, 3) == 2
    assert updates_per_pass(7, 3) == 3


def test_no_examples():
    with pytest.raises(ValueError, match="nothing to train on"):
        index_batches(0, 3, seed=0)
