import pathlib

import pytest

from recipes.datasets.babi import TASK_NAMES, Question, Story, generate
from recipes.datasets.babi.comparison import (
    compare,
    describe_stories,
    largest_difference,
    read_released,
)
from recipes.datasets.data_format_error import DataFormatError

REAL = pathlib.Path(__file__).parents[5] / "shared/data/babi"


def question(answer, *support):
    return Question("Who?", answer, support, 2)


ONE = [
    Story(("Ann ran.", "Bob sat."), (question("Ann", 0), question("Bob", 1))),
    Story(("A.", "B.", "C.", "D."), (question("Ann", 0, 1),) * 2),
]
OTHER = [Story(("Ann ran.", "Cy sat."), (question("Ann", 0),))]


def test_description():
    assert describe_stories(ONE) == {
        "questions": 4,
        "words": {*"abcd", "ann", "ran", "bob", "sat", "who"},
        "statements": 3.0,
        "longest": 4,
        "answers": {"Ann": 75.0, "Bob": 25.0},
        "support": {1: 50.0, 2: 50.0},
    }


def test_comparison():
    row = compare(describe_stories(ONE), describe_stories(OTHER))
    assert row["words_only_released"] == ["a", "b", "bob", "c", "d"]
    assert row["words_only_generated"] == ["cy"]
    assert row["largest_answer_difference"] == 25
    assert row["largest_support_difference"] == 50
    assert row["released"]["answers"] == {"Ann": 75.0, "Bob": 25.0}
    assert row["generated"]["statements_per_story"] == 2


def test_missing_files(tmp_path):
    with pytest.raises(DataFormatError, match="files are missing"):
        read_released(tmp_path, 1)


@pytest.mark.skipif(not REAL.is_dir(), reason="needs ../shared/data/babi")
@pytest.mark.parametrize("task", TASK_NAMES)
def test_generated_stories_are_like_the_released_ones(task):
    stories, _ = read_released(REAL, task)
    released = describe_stories(stories)
    generated = describe_stories(generate(task, 4000, seed=21))
    assert generated["words"] == released["words"]
    for kind in ("answers", "support"):
        assert largest_difference(released[kind], generated[kind]) <= 3, kind
    ratio = generated["statements"] / released["statements"]
    assert ratio == pytest.approx(1, abs=0.06)
