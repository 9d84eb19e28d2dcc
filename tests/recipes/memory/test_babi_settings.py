import pytest

from recipes.memory.babi_settings import BabiSettings
from recipes.memory.table_settings import TableSettings


def test_tasks():
    assert BabiSettings().task_numbers == tuple(range(1, 21))
    assert BabiSettings(tasks="3, 1,3").task_numbers == (3, 1)


@pytest.mark.parametrize("tasks", ["", "0", "21", "one", "1;2", "1,", "²"])
def test_bad_tasks(tasks):
    with pytest.raises(ValueError, match="`tasks` must be.*from 1 to 20"):
        BabiSettings(tasks=tasks)


def test_runs_of_a_cell():
    runs = {
        method: TableSettings(method=method, restarts=4).runs
        for method in ("ngram", "svm", "lstm", "am", "memn2n")
    }
    assert runs == {"ngram": 1, "svm": 1, "lstm": 4, "am": 4, "memn2n": 10}


@pytest.mark.parametrize(
    "name, value",
    [
        ("epochs", 0),
        ("restarts", 0),
        ("margin", 0.0),
        ("lstm_dropout", 1.0),
        ("memn2n_linear_start", -1),
        ("test_questions", 0),
    ],
)
def test_bad_values(name, value):
    with pytest.raises(ValueError, match=f"`{name}` must be"):
        TableSettings(**{name: value})
