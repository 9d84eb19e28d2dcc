import doctest
import importlib
import json
import pathlib

import pytest

from recipes.datasets import babi
from recipes.datasets.babi.generate import task_flags

FOLDER = pathlib.Path(babi.__file__).parent
CARD = (FOLDER / "README.md").read_text("utf-8")
COMPARISON = FOLDER.parents[1] / "results/babi_data_comparison.json"


def test_the_examples_run():
    result = doctest.testfile("README.md", package=babi)
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize("name", ["story", "official_format", "generate"])
def test_the_examples_of_docstrings_run(name):
    module = importlib.import_module(f"recipes.datasets.babi.{name}")
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0


def test_the_card_states_the_comparison():
    tasks = json.loads(COMPARISON.read_text("utf-8"))["tasks"]
    assert len(tasks) == 20
    for task, row in tasks.items():
        released, generated = row["released"], row["generated"]
        assert (
            f"| {task} {row['name']} | {released['vocabulary']} | "
            f"{released['statements_per_story']:.1f} / "
            f"{generated['statements_per_story']:.1f} | "
            f"{row['largest_answer_difference']:.1f} | "
            f"{row['largest_support_difference']:.1f} |"
        ) in CARD
        assert row["words_only_released"] == row["words_only_generated"] == []
        assert row["largest_answer_difference"] <= 3


def test_the_card_names_all_flags():
    for task in babi.TASK_NAMES:
        assert all(f"`{flag}" in CARD for flag in task_flags(task))
