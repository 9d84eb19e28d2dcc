import numpy as np
import pytest

from zoo.memory.story_inputs import StoryQuestion, story_questions

READ = StoryQuestion(("Ann ran.", "Bob sat."), "Who sat?")


@pytest.mark.parametrize(
    "story",
    [
        ["Ann ran.", "Bob sat."],
        ("Ann ran.", "Bob sat."),
        "Ann ran.\nBob sat.",
        "\n Ann ran. \n\nBob sat.\n",
        np.array(["Ann ran.", "Bob sat.", ""]),
        [b"Ann ran.", b"Bob sat."],
    ],
)
def test_one_story(story):
    x = {"story": story, "question": "Who sat?", "support": [1]}
    assert story_questions(x) == ([READ], False)


@pytest.mark.parametrize(
    "stories",
    [
        [["Ann ran.", "Bob sat."], []],
        ["Ann ran.\nBob sat.", ""],
        np.array([["Ann ran.", "Bob sat."], ["", ""]]),
    ],
)
@pytest.mark.parametrize("make", [list, tuple, np.array])
def test_many_stories(stories, make):
    questions = make(["Who sat?", "Who?"])
    read, batched = story_questions({"story": stories, "question": questions})
    assert read == [READ, StoryQuestion((), "Who?")]
    assert batched


def test_one_story_in_a_list_is_a_batch():
    x = {"story": [["Ann ran.", "Bob sat."]], "question": ["Who sat?"]}
    assert story_questions(x) == ([READ], True)


@pytest.mark.parametrize(
    "x, error, message",
    [
        ("Who?", TypeError, "`x` must be a dict of `story` .*'Who\\?'"),
        ({"story": []}, TypeError, r"dict of .*Received: \['story'\]"),
        ({"story": "a", "question": ["q"]}, ValueError, "a story for each"),
        (
            {"story": [["a"], ["b"]], "question": ["q"]},
            ValueError,
            "1 questions",
        ),
        (
            {"story": [["a"], [3]], "question": ["q", "r"]},
            TypeError,
            r"`x\['story'\]\[1\]` must be text. Received: 3",
        ),
        (
            {"story": [["a"], 3], "question": ["q", "r"]},
            TypeError,
            r"`x\['story'\]\[1\]` must be a list of statements",
        ),
        (
            {"story": [["a"]], "question": [4]},
            TypeError,
            r"`x\['question'\]\[0\]` must be text",
        ),
        (
            {"story": ["a"], "question": None},
            TypeError,
            r"`x\['question'\]` must be a text, or a list.*None",
        ),
        ({"story": ["a"], "question": 3}, TypeError, r"a list of texts.*3"),
        ({"story": [], "question": []}, ValueError, "`x` is empty"),
        (
            {"story": ["a"], "question": "?"},
            ValueError,
            r"`x\['question'\]\[0\]` has no word.*'\?'",
        ),
    ],
)
def test_wrong_inputs(x, error, message):
    with pytest.raises(error, match=message):
        story_questions(x)
