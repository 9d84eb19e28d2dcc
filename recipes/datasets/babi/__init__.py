"""bAbI: twenty tasks of questions about short stories.

`generate` simulates stories, `read_babi` reads the released files, `parse` and
`write` their format. Only the TFDS builder imports TFDS.
"""

from recipes.datasets.babi.files import BABI_SIZES, TASK_NAMES, read_babi
from recipes.datasets.babi.generate import generate
from recipes.datasets.babi.official_format import parse, write
from recipes.datasets.babi.story import Question, Story

__all__ = [
    "BABI_SIZES",
    "TASK_NAMES",
    "Question",
    "Story",
    "generate",
    "parse",
    "read_babi",
    "write",
]
