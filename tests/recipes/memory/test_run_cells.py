"""Cells that are done stay done."""

import json

import pytest

from recipes.memory import run_cells as module
from recipes.memory.run_cells import run_cells
from recipes.running.progress import RunProgress

PROGRESS = RunProgress(disable=True)


@pytest.fixture
def trained(monkeypatch):
    calls = []

    def train_cell(settings, task, questions):
        calls.append(task)
        if questions == "fails":
            raise RuntimeError("killed")
        return {"task": task, "test": 0.5}

    monkeypatch.setattr(module, "train_cell", train_cell)
    return calls


def test_resumes(trained, tmp_path):
    cells = {f"task_{n}": (None, n, "ok") for n in (1, 2, 3)}
    killed = {**cells, "task_2": (None, 2, "fails")}
    with PROGRESS, pytest.raises(RuntimeError, match="killed"):
        run_cells(killed, tmp_path, PROGRESS, workers=1)
    assert trained == [1, 2]
    found = run_cells(cells, tmp_path, PROGRESS, workers=1)
    assert trained == [1, 2, 2, 3]
    assert list(found) == list(cells)
    assert found["task_3"] == {"task": 3, "test": 0.5}
    assert found == run_cells(cells, tmp_path, PROGRESS, workers=1)
    assert trained == [1, 2, 2, 3]


def test_files(trained, tmp_path):
    run_cells({"a": (None, 4, "ok")}, tmp_path, PROGRESS, workers=2)
    text = (tmp_path / "cells/a.json").read_text()
    assert json.loads(text) == {"task": 4, "test": 0.5}


@pytest.mark.slow
def test_processes(tmp_path):
    """Two processes give what one does."""
    from types import SimpleNamespace

    from recipes.memory.babi_data import read_tasks
    from recipes.memory.table_settings import TableSettings

    settings = TableSettings(
        method="memnn",
        tasks="1,4",
        train_questions=40,
        test_questions=20,
        epochs=2,
        restarts=1,
    )
    tasks = read_tasks(settings, SimpleNamespace(data_dir=None))
    cells = {f"t{task}": (settings, task, q) for task, q in tasks.items()}
    one = run_cells(cells, tmp_path / "one", PROGRESS, workers=1)
    two = run_cells(cells, tmp_path / "two", PROGRESS, workers=2)
    for cell in (*one.values(), *two.values()):
        del cell["seconds"]
    assert one == two
