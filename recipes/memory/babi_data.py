"""Questions of the bAbI tasks as models take them."""

import dataclasses

from recipes.datasets.data_format_error import DataFormatError
from recipes.memory.story_data import StoryData

NUM_TASKS = 20
GENERATED = (
    "Data are simulated, as no `--data-dir` with the released files was given: "
    "figures are not those of the released test questions."
)
# Of the simulator: test stories are others than those to train on.
_TEST_SEED = 1_000_000


@dataclasses.dataclass(frozen=True)
class TaskQuestions:
    """The questions of a task.

    Args:
        train, test: `StoryData`.
    """

    train: StoryData
    test: StoryData


def read_tasks(settings, context):
    """Reads, or simulates, the tasks of the settings.

    Args:
        settings: `BabiSettings`.
        context: A `Context`.

    Returns:
        A dict from numbers of tasks to `TaskQuestions`.

    Raises:
        DataFormatError: If released files are incomplete or damaged.
    """
    numbers = settings.task_numbers
    if context.data_dir is None:
        return {task: _simulated(task, settings) for task in numbers}
    from recipes.datasets.babi import read_babi

    found = read_babi(context.data_dir, settings.collection, numbers)
    return {
        task: TaskQuestions(
            StoryData.of(splits["train"], settings.train_questions),
            StoryData.of(splits["test"], settings.test_questions),
        )
        for task, splits in found.items()
    }


def _simulated(task, settings):
    from recipes.datasets.babi import generate

    if settings.collection not in ("en", "shuffled"):
        raise DataFormatError(
            f"The simulator tells stories in English, not in "
            f"{settings.collection!r}. Give the folder of the released files "
            "with `--data-dir`."
        )
    return TaskQuestions(
        *(
            StoryData.of(
                generate(task, count or 1000, seed, settings.collection)
            )
            for count, seed in (
                (settings.train_questions, 0),
                (settings.test_questions, _TEST_SEED),
            )
        )
    )
