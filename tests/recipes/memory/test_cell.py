"""What a cell counts, and which of its runs."""

import sys
import types

import pytest

from recipes.memory import cell
from recipes.memory.babi_data import TaskQuestions
from recipes.memory.story_data import StoryData
from recipes.memory.table_settings import TableSettings

X = {"story": [["Ann ran."]] * 4, "question": ["Who ran?"] * 4}
QUESTIONS = TaskQuestions(
    StoryData(X, ["Ann", "bob", "a,b", "bob"], [(0,)] * 4),
    StoryData(X, ["ann", "bob", "b,a", "eve"], [(0,), (), (0,), (0,)]),
)


@pytest.fixture
def trainer(monkeypatch):
    """A method whose runs are told beforehand."""
    module = types.ModuleType("recipes.memory.train_told")
    module.runs, module.seeds = [], []

    def train(settings, questions, seed):
        answers, loss = module.runs[len(module.seeds)]
        module.seeds.append(seed)

        def answer(x):
            return answers, [[0], [], [], [0]]

        return cell.Trained(answer, 12, loss, 3)

    module.train = train
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(cell.METHODS, "am", "train_told")
    return module


def test_scores(trainer):
    trainer.runs = [(["ann", "bob", "a,b", "bob"], 0.0)]
    settings = TableSettings(method="am", seed=2)
    found = cell.train_cell(settings, 7, QUESTIONS)
    assert found["train"] == 1.0 and found["test"] == 0.5
    assert found["test as sets"] == 0.75
    assert found["train facts"] == 0.5 and found["test facts"] == 0.75
    assert found["classes"] == {
        "ann": [1, 1],
        "b,a": [0, 1],
        "bob": [1, 1],
        "eve": [0, 1],
    }
    assert (found["parameters"], found["epochs"], found["task"]) == (12, 3, 7)
    # All is learned: there is no second run.
    assert len(found["runs"]) == 1 and trainer.seeds == [200007]


def test_the_run_with_the_best_training_score_counts(trainer):
    wrong = ["eve"] * 4
    trainer.runs = [
        (wrong, 0.1),
        (["ann", "bob", "x", "x"], 0.9),
        (["ann", "bob", "a", "b"], 0.5),
    ]
    settings = TableSettings(method="am", restarts=3)
    found = cell.train_cell(settings, 1, QUESTIONS)
    assert [run["train"] for run in found["runs"]] == [0.0, 0.5, 0.5]
    # Of equal scores that of the least loss, though the first is best in test.
    assert found["loss"] == 0.5
    assert len(set(trainer.seeds)) == 3


def test_every_method_has_a_module():
    for name in set(cell.METHODS.values()):
        module = __import__(f"recipes.memory.{name}", fromlist=["train"])
        assert callable(module.train)
