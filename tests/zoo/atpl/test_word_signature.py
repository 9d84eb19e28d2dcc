import pytest
from hypothesis import given
from hypothesis import strategies as st

from zoo.atpl.word_affixes import NUM_AFFIXES, word_affixes
from zoo.atpl.word_signature import SIGNATURES, word_signature


@pytest.mark.parametrize(
    "word, expected",
    [
        ("walking", "<lower_ing>"),
        ("Walking", "<capital_ing>"),
        ("NATO", "<upper_>"),
        ("A", "<capital_>"),
        ("well-known", "<lower->"),
        ("1990", "<number_>"),
        ("-3.5", "<number_>"),
        ("3-4", "<number->"),
        ("B2B", "<digits_>"),
        ("1990s", "<digits_>"),
        ("--", "<marks_>"),
        ("...", "<marks_>"),
        ("ability", "<lower_ity>"),
        ("portable", "<lower_able>"),
        ("", "<marks_>"),
    ],
)
def test_classes(word, expected):
    assert word_signature(word) == expected


@given(st.text(max_size=12))
def test_every_word_has_one_of_the_classes(word):
    assert word_signature(word) in SIGNATURES


def test_classes_differ():
    assert len(set(SIGNATURES)) == len(SIGNATURES) == 126


@given(st.text(min_size=1, max_size=12), st.integers(2, 500))
def test_affixes_are_numbers_below_the_buckets(word, buckets):
    found = word_affixes(word, buckets)
    assert len(found) == NUM_AFFIXES
    assert all(1 <= number < buckets for number in found)


def test_affixes_of_like_words():
    first, second = (word_affixes(w, 1 << 20) for w in ("talking", "walking"))
    same = [a == b for a, b in zip(first, second, strict=True)]
    # Endings of one to five letters, no beginning, the shape, another word.
    assert same == [True] * 5 + [False] * 4 + [True, False]
