"""Ranking of n-grams by a detector."""

import numpy as np
import pytest

from keras_tpr.analysis import top_ngrams


def test_ranking_over_sentences():
    activations = [[0.1, 0.9, 0.2, -1.0], [0.5, 0.95, 7.0, 7.0]]
    found = top_ngrams(activations, lengths=[3, 1], width=2, n=3)
    # The second sentence has one word and two positions.
    assert found == [(1, 0, 0, 0.95), (0, 0, 1, 0.9), (1, 0, 0, 0.5)]


def test_spans_at_the_margins():
    width, words = 4, 3
    row = np.arange(6.0)
    found = top_ngrams(row[None], [words], width, n=6)
    spans = [(first, last) for _, first, last, _ in found]
    assert spans == [(2, 2), (1, 2), (0, 2), (0, 2), (0, 1), (0, 0)]


def test_equal_values_keep_the_order_of_the_corpus():
    found = top_ngrams([[1.0, 1.0], [1.0, 1.0]], [2, 2], width=1, n=3)
    assert [(s, first) for s, first, *_ in found] == [(0, 0), (0, 1), (1, 0)]


def test_empty_sentences_have_no_ngrams():
    assert top_ngrams([[]], [0], width=3) == []
    assert top_ngrams([[5.0, 5.0]], [0], width=3) == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([[1.0]], [1, 1], 1), "same sentences. Received 1 and 2"),
        (([[1.0]], [3], 2), r"`activations\[0\]` must have 4 positions"),
        (([[1.0]], [1], 1, 0), "must be positive.*n=0"),
        (([[1.0]], [1], 0), "must be positive.*width=0"),
    ],
)
def test_bad_input(arguments, message):
    with pytest.raises(ValueError, match=message):
        top_ngrams(*arguments)
