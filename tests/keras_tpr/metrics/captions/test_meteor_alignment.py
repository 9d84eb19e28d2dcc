import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keras_tpr.metrics.captions.meteor_alignment import align

WORDS = st.lists(st.sampled_from("a b c d e".split()), max_size=5)


def exact_matches(candidate, reference):
    return [
        [(i, 1, 1, 2, 0) for i, ours in enumerate(candidate) if ours == theirs]
        for theirs in reference
    ]


def aligned(candidate, reference):
    candidate, reference = candidate.split(), reference.split()
    pairs = align(
        exact_matches(candidate, reference), len(candidate), len(reference)
    )
    return {start: match[0] for start, match in pairs}


def chunks(alignment):
    """Number of chunks of a mapping from reference to candidate position."""
    return sum(
        alignment.get(start - 1) != place - 1 or place == 0
        for start, place in alignment.items()
    )


def best_by_trying_all(candidate, reference):
    """Most matches, and of these the fewest chunks."""
    options = [
        [None, *(i for i, ours in enumerate(candidate) if ours == theirs)]
        for theirs in reference
    ]
    best = (0, 0)
    for choice in itertools.product(*options):
        used = [place for place in choice if place is not None]
        if len(set(used)) == len(used):
            alignment = {
                start: place
                for start, place in enumerate(choice)
                if place is not None
            }
            best = min(best, (-len(used), chunks(alignment)))
    return best


def test_unambiguous_words():
    assert aligned("a b c", "c x a b") == {0: 2, 2: 0, 3: 1}


def test_fewer_chunks_win():
    assert aligned("x a b", "a y a b") == {2: 1, 3: 2}
    assert aligned("a b y a", "a b") == {0: 0, 1: 1}


def test_every_word_is_used_once():
    assert aligned("a a", "a a a") == {0: 0, 1: 1}
    assert aligned("a", "a x a x a").keys() == {2}


def test_no_match():
    assert align([[], []], 1, 2) == []
    assert align([], 0, 0) == []


def test_a_match_without_gain_is_taken_when_nothing_competes():
    stem = (0, 1, 1, 0, 1)
    assert align([[stem]], 1, 1) == [(0, stem)]


def test_a_match_without_gain_makes_no_chunk_of_its_own():
    stem = (0, 1, 1, 0, 1)
    assert align([[stem], [], [stem]], 1, 3) == []


def test_a_match_without_gain_extends_a_chunk():
    exact, stem = (1, 1, 1, 2, 0), (0, 1, 1, 0, 1)
    assert align([[stem], [exact], [], [stem]], 2, 4) == [
        (0, stem),
        (1, exact),
    ]


def test_a_long_paraphrase_beats_a_word_inside_it():
    phrase, word = (0, 2, 2, 2, 3), (1, 1, 1, 2, 0)
    assert align([[phrase], [word]], 2, 2) == [(0, phrase)]


@pytest.mark.parametrize("length", [12, 30])
def test_many_repeated_words_stay_quick_and_complete(length):
    text = " ".join(["a"] * length)
    assert len(aligned(text, text)) == length


@given(WORDS, WORDS)
def test_most_matches_in_the_fewest_chunks(candidate, reference):
    found = aligned(" ".join(candidate), " ".join(reference))
    expected = best_by_trying_all(candidate, reference)
    assert (-len(found), chunks(found)) == expected
