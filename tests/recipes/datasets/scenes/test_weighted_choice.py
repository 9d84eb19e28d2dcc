import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from recipes.datasets.scenes.weighted_choice import weighted_choice


def test_frequencies_follow_the_weights():
    rng = np.random.default_rng(0)
    draws = [weighted_choice(rng, "ab", (3, 1)) for _ in range(4000)]
    assert draws.count("a") / 4000 == pytest.approx(0.75, abs=0.03)


def test_without_weights_all_options_are_alike():
    rng = np.random.default_rng(0)
    draws = [weighted_choice(rng, "abcd") for _ in range(4000)]
    for option in "abcd":
        assert draws.count(option) / 4000 == pytest.approx(0.25, abs=0.03)


@given(
    st.lists(st.floats(1e-3, 1e3), min_size=1, max_size=5), st.integers(0, 99)
)
def test_each_draw_takes_one_number(weights, seed):
    rng, other = np.random.default_rng(seed), np.random.default_rng(seed)
    assert weighted_choice(rng, range(len(weights)), weights) in range(
        len(weights)
    )
    other.random()
    assert rng.random() == other.random()


class _Highest:
    def random(self):
        return np.nextafter(1.0, 0.0)


def test_the_highest_number_gives_the_last_option():
    assert weighted_choice(_Highest(), "abc", (0.1, 0.1, 0.1)) == "c"
    assert weighted_choice(_Highest(), "abc") == "c"
