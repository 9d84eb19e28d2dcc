import pytest

from zoo.memory.story_inputs import StoryQuestion
from zoo.memory.story_ngrams import (
    ngram_vocabulary,
    ngrams_of,
    question_ngrams,
    sharing_statements,
)


@pytest.mark.parametrize(
    "n, ngrams",
    [
        (1, ["a", "b", "a"]),
        (2, ["a", "b", "a", "a_b", "b_a"]),
        (3, ["a", "b", "a", "a_b", "b_a", "a_b_a"]),
        (9, ["a", "b", "a", "a_b", "b_a", "a_b_a"]),
    ],
)
def test_ngrams(n, ngrams):
    assert ngrams_of(["a", "b", "a"], n) == ngrams
    assert ngrams_of([], n) == []


STORY = ("Ann sat.", "Bob ran.", "ANN ran to Bob!", "The end")


@pytest.mark.parametrize(
    "question, places",
    [("Where is Ann?", [0, 2]), ("the?", [3]), ("Who?", []), ("", [])],
)
def test_statements_that_share_a_word(question, places):
    found = sharing_statements(STORY, question)
    assert [place for place, _ in found] == places


def test_ngrams_of_a_question():
    asked = StoryQuestion(STORY, "Is Ann?")
    assert question_ngrams(asked, 2) == [
        *("ann", "sat", "ann_sat"),
        *("ann", "ran", "to", "bob", "ann_ran", "ran_to", "to_bob"),
    ]


def test_vocabulary():
    x = {"story": [STORY, ["Ann sat."]], "question": ["Is Ann?", "ann?"]}
    vocabulary = ngram_vocabulary(x, 2)
    assert vocabulary[:3] == ["ann", "ann_sat", "sat"]
    assert set(vocabulary[3:]) == {
        *("ann_ran", "bob", "ran", "ran_to", "to", "to_bob")
    }
    assert vocabulary[3:] == sorted(vocabulary[3:])
