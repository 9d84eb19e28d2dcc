"""The methods without a network's memory, in a cell of their own."""

import pytest

from recipes.datasets.babi import generate
from recipes.memory.babi_data import TaskQuestions
from recipes.memory.cell import train_cell
from recipes.memory.published import TABLE_3
from recipes.memory.story_data import StoryData
from recipes.memory.table_settings import TableSettings
from recipes.running.settings import parse_settings


@pytest.fixture(scope="module")
def questions():
    """Questions of task 20, which both answer."""
    train, test = (generate(20, 150, seed=seed) for seed in (0, 1))
    return TaskQuestions(StoryData.of(train), StoryData.of(test))


@pytest.mark.parametrize("method, least", [("ngram", 0.6), ("svm", 0.95)])
def test_a_cell(questions, method, least):
    cell = train_cell(TableSettings(seed=0, method=method), 20, questions)
    assert cell["test"] > least
    assert cell["train"] > least
    right = sum(right for right, _ in cell["classes"].values())
    assert sum(asked for _, asked in cell["classes"].values()) == 150
    assert cell["test"] == right / 150
    assert cell["seconds"] > 0
    assert len(cell["runs"]) == 1


def test_answers_that_training_did_not_show_count_as_wrong(questions):
    test = questions.test
    never = StoryData(test.x, ["never"] * len(test), test.support)
    settings = TableSettings(seed=0, method="svm")
    cell = train_cell(settings, 20, TaskQuestions(questions.train, never))
    assert cell["test"] == 0


def test_unknown_methods():
    with pytest.raises(ValueError, match="`method` must be .*ngram.*svm"):
        parse_settings(TableSettings, {"method": "svn"})


def test_published_figures():
    """Their means are those printed, after rounding."""
    means = {
        name: sum(TABLE_3[name]) / len(TABLE_3[name])
        for name in ("ngram", "svm")
    }
    assert means == {"ngram": 34.15, "svm": 79.45}
