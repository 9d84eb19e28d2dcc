import pytest

from zoo.memory.resolve_pronouns import resolve_pronouns


def resolved(*texts):
    sentences = resolve_pronouns([text.split() for text in texts])
    return [" ".join(words) for words in sentences]


def test_one_person():
    assert resolved(
        "mary went to the hall",
        "after that she moved to the office",
        "she got the milk there",
        "john went to the hall",
        "then he left the hall",
    ) == [
        "mary went to the hall",
        "after that mary moved to the office",
        "mary got the milk there",
        "john went to the hall",
        "then john left the hall",
    ]


def test_two_people_and_one():
    assert resolved(
        "mary and john went to the hall",
        "fred sat",
        "they moved to the office",
        "he left",
    )[2:] == ["mary and john moved to the office", "fred left"]


@pytest.mark.parametrize("text", ["she sat", "they sat", "it is red"])
def test_nobody_was_named(text):
    assert resolved(text) == [text]
    # Neither the receiver nor the thing is meant.
    assert resolved("the bell rang loud", text)[1] == text


def test_no_sentences():
    assert resolve_pronouns([]) == []
    assert resolve_pronouns([[]]) == [[]]
