import types
from pathlib import Path

import pytest

from recipes.datasets.data_format_error import DataFormatError
from recipes.memory.babi_data import read_tasks
from recipes.memory.babi_settings import BabiSettings

RELEASED = Path(__file__).parents[3].parent / "shared/data/babi"


def read(data_dir=None, **values):
    settings = BabiSettings(**{"tasks": "1,8", **values})
    return read_tasks(settings, types.SimpleNamespace(data_dir=data_dir))


def test_simulated():
    tasks = read(train_questions=30, test_questions=20)
    assert list(tasks) == [1, 8]
    for questions in tasks.values():
        assert (len(questions.train), len(questions.test)) == (30, 20)
        assert questions.train.x["story"] != questions.test.x["story"]
        story, support = questions.train.x["story"], questions.train.support
        for statements, facts in zip(story, support, strict=True):
            assert all(0 <= fact < len(statements) for fact in facts)


def test_the_simulator_knows_no_hindi():
    with pytest.raises(DataFormatError, match="'hn'.*--data-dir"):
        read(collection="hn")


def test_not_more_questions_than_released():
    if not RELEASED.exists():
        pytest.skip(f"needs {RELEASED}")
    for name in ("train_questions", "test_questions"):
        with pytest.raises(ValueError, match=f"`{name}` is 1,001, .*task 1"):
            read(RELEASED, **{name: 1001})
    mixed = read(
        RELEASED, tasks="4", train_questions=1200, train_on="simulated"
    )
    assert len(mixed[4].train) == 1200


def test_no_files(tmp_path):
    with pytest.raises(DataFormatError, match="files are missing"):
        read(tmp_path)


def test_released():
    if not RELEASED.exists():
        pytest.skip(f"needs {RELEASED}")
    tasks = read(RELEASED, test_questions=50)
    assert len(tasks[1].train) == 1000 and len(tasks[8].test) == 50
    assert tasks[8].train.answers[:3] == ["football", "nothing", "football"]
    assert list(tasks[8].train.support[1]) == [2, 5]


def test_released_questions_after_simulated_ones():
    if not RELEASED.exists():
        pytest.skip(f"needs {RELEASED}")
    released = read(RELEASED, train_questions=50)
    mixed = read(RELEASED, train_questions=50, train_on="simulated")
    for task, questions in mixed.items():
        assert questions.test == released[task].test
        assert len(questions.train) == 50
        assert questions.train != released[task].train
