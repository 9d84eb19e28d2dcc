import collections
import random

from recipes.datasets.babi.simulator.draw import pick, pick_other, shuffled


def test_draws_are_even():
    rng = random.Random(0)
    counts = collections.Counter(pick(rng, "abcd") for _ in range(8000))
    assert all(abs(count - 2000) < 200 for count in counts.values())
    counts = collections.Counter(
        pick_other(rng, "abc", "b") for _ in range(4000)
    )
    assert set(counts) == {"a", "c"} and abs(counts["a"] - 2000) < 200


def test_orders_are_even():
    rng = random.Random(0)
    orders = collections.Counter(
        "".join(shuffled(rng, "abc")) for _ in range(6000)
    )
    assert len(orders) == 6
    assert all(abs(count - 1000) < 150 for count in orders.values())


def test_draws_take_one_number_each():
    """So that the stories of a seed are the same in every version."""
    rng, numbers = random.Random(5), random.Random(5)
    for _ in range(10):
        assert pick(rng, range(100)) == int(numbers.random() * 100)
