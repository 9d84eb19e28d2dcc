"""bAbI: twenty tasks of questions about short stories.

`generate` simulates stories, `read_babi` reads the released files, `parse` and
`write` their format. Only the TFDS builder imports TFDS.
"""

import importlib

from recipes.datasets.babi.files import BABI_SIZES, TASK_NAMES, read_babi
from recipes.datasets.babi.generate import generate
from recipes.datasets.babi.official_format import parse, write
from recipes.datasets.babi.story import Question, Story

__all__ = [
    "BABI_SIZES",
    "TASK_NAMES",
    "BabiTasks",
    "BabiTasksConfig",
    "Question",
    "Story",
    "generate",
    "parse",
    "read_babi",
    "write",
]

_BUILDER = "recipes.datasets.babi.babi_tasks"


def __getattr__(name):
    if name in ("BabiTasks", "BabiTasksConfig"):
        return getattr(importlib.import_module(_BUILDER), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return sorted(__all__)
