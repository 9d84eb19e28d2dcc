"""The simulator: stories of any task, in any number."""

import inspect
import random

from recipes.datasets.babi.letters import substitute_letters
from recipes.datasets.babi.simulator.wording import Wording
from recipes.datasets.babi.story import Story
from recipes.datasets.babi.tasks import TASKS
from recipes.datasets.check_integer import check_integer

LANGUAGES = ("en", "shuffled")
_ATTEMPTS = 1000


def generate(task, num_questions, seed, language="en", **flags):
    """Simulates stories of a task, as the released ones are.

    The same arguments give the same stories. Sentences, lengths, answers and
    supporting facts follow the released files; see the module of a task in
    `recipes.datasets.babi.tasks` for what it tells and where it differs.

    Args:
        task: A number from 1 to 20.
        num_questions: How many questions the stories have together; the last
            story may have fewer than the others.
        seed: A non-negative integer.
        language: `"en"`, or `"shuffled"`: English with the letters of the
            released `shuffled` files.
        **flags: Settings of difficulty. Of all tasks `symbolic=True`: bare
            symbols instead of sentences. Of tasks 1, 2, 3, 5, 6, 7 and 8:
            `coreference`, `conjunction` and `compound`, how often sentences
            are linked, from 0, the default, to 1; `compound` is about pairs
            of people, whom `conjunction` brings in. Of tasks 4, 17 and 19
            `directions`, `"cardinal"` or `"relative"`. Of task 18 `steps`, up
            to 5; of task 19 `path_length` and `decoys`, together up to 5.

    Returns:
        A list of `Story`.

    Raises:
        TypeError: For a number that is no integer, an unknown flag, or a value
            of the wrong type.
        ValueError: For an unknown task or language, a value out of range, or
            `compound` without `conjunction`.
        RuntimeError: If with these flags hardly any story can be told.

    Example:

    >>> from recipes.datasets.babi import generate
    >>> story, = generate(task=4, num_questions=1, seed=0)
    >>> len(story.statements), story.questions[0].answer
    (2, 'bathroom')

    Reference:
        Weston et al., Towards AI-Complete Question Answering, 2015,
        section 5 and appendix.
    """
    teller, symbolic = _task(task, flags)
    _check(num_questions, seed, language)
    rng = random.Random(f"bAbI task {task}, seed {seed}")
    say = Wording(rng, symbolic)
    stories, left = [], num_questions
    while left > 0:
        story = _story(teller, rng, say, task, flags)
        if len(story.questions) > left:
            story = _beginning(story, left)
        left -= len(story.questions)
        if language == "shuffled":
            story = substitute_letters(story)
        stories.append(story)
    return stories


def task_flags(task):
    """Names of the flags that `generate` takes for a task."""
    return ("symbolic", *inspect.signature(TASKS[task]).parameters)


def _task(task, flags):
    check_integer("task", task, minimum=1)
    if task not in TASKS:
        raise ValueError(f"`task` must be from 1 to 20. Received: {task!r}.")
    known = task_flags(task)
    for name in flags:
        if name not in known:
            raise TypeError(
                f"Task {task} has no flag `{name}`. Its flags: "
                f"{', '.join(known)}."
            )
    others = dict(flags)
    symbolic = others.pop("symbolic", False)
    if not isinstance(symbolic, bool):
        raise TypeError(
            f"`symbolic` must be True or False. Received: {symbolic!r}."
        )
    return TASKS[task](**others), symbolic


def _check(num_questions, seed, language):
    check_integer("num_questions", num_questions, minimum=0)
    check_integer("seed", seed, minimum=0)
    if language not in LANGUAGES:
        raise ValueError(
            f"`language` must be one of {', '.join(LANGUAGES)}; Hindi is only "
            f"read from the released files. Received: {language!r}."
        )


def _story(teller, rng, say, task, flags):
    for _ in range(_ATTEMPTS):
        story = teller.tell(rng, say)
        if story is not None:
            return story
    raise RuntimeError(
        f"No story of task {task} could be told in {_ATTEMPTS} attempts with "
        f"the flags {flags}. Choose values nearer to the defaults."
    )


def _beginning(story, num_questions):
    questions = story.questions[:num_questions]
    return Story(story.statements[: questions[-1].position], questions)
