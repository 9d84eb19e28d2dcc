import functools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zoo.atpl.chart_search import chart_search

RNG = np.random.default_rng(0)


def best_sum(scores):
    """The greatest sum of phrases that nest, by recursion over splits."""
    gains = np.maximum(scores, 0)

    @functools.cache
    def best(begin, end):
        inner = 0.0
        if end - begin > 1:
            inner = max(
                best(begin, middle) + best(middle, end)
                for middle in range(begin + 1, end)
            )
        return inner + gains[begin, end - 1]

    return best(0, len(scores))


@given(st.integers(1, 8), st.integers(0, 1000))
def test_finds_the_greatest_sum(length, seed):
    scores = np.random.default_rng(seed).normal(size=(length, length))
    phrases = chart_search(scores)
    assert len(set(phrases)) == len(phrases)
    total = sum(max(0.0, scores[span]) for span in phrases)
    np.testing.assert_allclose(total, best_sum(scores))
    for first, last in phrases:
        for begin, end in phrases:
            assert not begin < first <= end < last  # none cross
        whole = (first, last) == (0, length - 1)
        assert scores[first, last] > 0 or whole


def test_any_number_of_children():
    scores = np.full((4, 4), -1.0)
    scores[0, 3] = scores[1, 2] = 2.0
    assert chart_search(scores) == [(1, 2), (0, 3)]


@pytest.mark.parametrize("score, expected", [(-1.0, []), (1.0, [(0, 0)])])
def test_one_word(score, expected):
    assert chart_search(np.array([[score]])) == expected


def test_a_sentence_without_phrases_is_one():
    assert chart_search(np.full((3, 3), -1.0)) == [(0, 2)]


def test_long_sentences():
    phrases = chart_search(RNG.normal(size=(150, 150)) + 0.5)
    assert phrases[-1] == (0, 149)
