import pytest

from zoo.captioning.caption_vocabulary import (
    build_vocabulary,
    unknown_word_share,
)

CAPTIONS = ["A dog, a cat.", "the DOG!", "one bird", ["The", "dog"]]


def test_most_frequent_first_then_alphabetical():
    assert build_vocabulary(CAPTIONS, min_count=1) == [
        "dog",
        "a",
        "The",
        "bird",
        "cat",
        "one",
        "the",
    ]


def test_does_not_depend_on_the_order():
    again = build_vocabulary(reversed(CAPTIONS), min_count=1)
    assert again == build_vocabulary(CAPTIONS, min_count=1)


def test_min_count_and_max_vocab():
    assert build_vocabulary(CAPTIONS, min_count=2) == ["dog", "a"]
    assert build_vocabulary(CAPTIONS, min_count=1, max_vocab=3) == [
        "dog",
        "a",
        "The",
    ]
    five = ["dog cat"] * 5 + ["cat bird"] * 4
    assert build_vocabulary(five) == ["cat", "dog"]


def test_errors():
    with pytest.raises(ValueError, match="'dog', occurs 3 times"):
        build_vocabulary(CAPTIONS)
    with pytest.raises(ValueError, match="no words"):
        build_vocabulary([])
    with pytest.raises(ValueError, match="no words"):
        build_vocabulary(["", "..."])
    with pytest.raises(TypeError, match="list of captions"):
        build_vocabulary("a dog")


def test_unknown_word_share():
    assert unknown_word_share(CAPTIONS, ["a", "dog"]) == 5 / 10
    assert unknown_word_share(["a dog"], {"a", "dog"}) == 0
