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
        ValueError: If more questions are asked for than were released.
        DataFormatError: If released files are incomplete or damaged, or stories
            cannot be simulated in the language of the collection.
    """
    numbers = settings.task_numbers
    if context.data_dir is None:
        return {task: _simulated(task, settings) for task in numbers}
    from recipes.datasets.babi import read_babi

    found = read_babi(context.data_dir, settings.collection, numbers)
    return {
        task: TaskQuestions(
            _train_part(task, settings, splits["train"]),
            _released_part(task, "test", splits["test"], settings),
        )
        for task, splits in found.items()
    }


def _train_part(task, settings, stories):
    if settings.train_on == "released":
        return _released_part(task, "train", stories, settings)
    count = settings.train_questions or len(StoryData.of(stories))
    return _simulated_part(task, settings, count, 0)


def _released_part(task, split, stories, settings):
    name = f"{split}_questions"
    count = getattr(settings, name)
    questions = StoryData.of(stories, count)
    if count is not None and len(questions) < count:
        raise ValueError(
            f"`{name}` is {count:,}, but {settings.collection!r} has "
            f"{len(questions):,} of task {task}. Give at most as many."
        )
    return questions


def _simulated(task, settings):
    train, test = settings.train_questions, settings.test_questions
    return TaskQuestions(
        _simulated_part(task, settings, train or 1000, 0),
        _simulated_part(task, settings, test or 1000, _TEST_SEED),
    )


def _simulated_part(task, settings, count, seed):
    from recipes.datasets.babi import generate

    if settings.collection not in ("en", "shuffled"):
        raise DataFormatError(
            "The simulator tells stories of the collections en and shuffled, "
            f"not of {settings.collection!r}. Give the folder of the released "
            "files with `--data-dir`, and do not ask for `--train-on "
            "simulated`."
        )
    return StoryData.of(generate(task, count, seed, settings.collection))
