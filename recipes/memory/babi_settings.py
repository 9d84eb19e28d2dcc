"""Settings that the recipes of the bAbI tasks share."""

import dataclasses
from typing import Literal

from recipes.memory.babi_data import NUM_TASKS
from recipes.running.settings import Settings, setting


@dataclasses.dataclass(frozen=True)
class BabiSettings(Settings):
    """Which tasks, in which language, and how many questions of them."""

    collection: Literal["en", "hn", "shuffled", "en-10k"] = setting(
        "en", "of the release; the published figures are of en"
    )
    tasks: str = setting("all", "or numbers of tasks, such as 1,2,16")
    train_on: Literal["released", "simulated"] = setting(
        "released",
        "simulated: test questions stay the released ones, which shows what "
        "the simulator is worth",
    )
    train_questions: int | None = setting(
        None, "of each task, the first ones; none: all, 1,000"
    )
    test_questions: int | None = setting(
        None, "of each task, the first ones; none: all, 1,000"
    )

    def __post_init__(self):
        super().__post_init__()
        self.require_at_least(1, "train_questions", "test_questions")
        self.require(
            "tasks",
            f'"all" or numbers from 1 to {NUM_TASKS}, such as 1,2,16',
            lambda text: _numbers(text) is not None,
        )

    @property
    def task_numbers(self):
        """The numbers of the tasks."""
        return _numbers(self.tasks)


def _numbers(text):
    """A tuple of numbers, or None if the text is none of that."""
    if text == "all":
        return tuple(range(1, NUM_TASKS + 1))
    parts = text.split(",")
    if not all(part.strip().isdecimal() for part in parts):
        return None
    numbers = tuple(dict.fromkeys(int(part) for part in parts))
    if not all(1 <= number <= NUM_TASKS for number in numbers):
        return None
    return numbers
