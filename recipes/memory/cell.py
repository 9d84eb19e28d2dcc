"""A cell of a table: one method on one task, the best of several runs."""

import collections
import dataclasses
import importlib
import time

from recipes.memory.methods import METHODS
from recipes.memory.without_word_warnings import without_word_warnings


@dataclasses.dataclass(frozen=True)
class Trained:
    """What the training of a method gives.

    Args:
        answer: Function from the `x` of `StoryData` to `(answers, facts)`: a
            list of texts, and for each question a list of places, or None for
            a method that finds no facts.
        parameters: The number of weights.
        loss: The last training loss, or None.
        epochs: Passes over the training data.
    """

    answer: collections.abc.Callable
    parameters: int
    loss: float | None
    epochs: int


def train_cell(settings, task, questions):
    """Trains a method on a task, several times if need be, and scores it.

    Runs differ by their seeds. They end with the first that answers every
    training question right and leaves no loss; of those before it, the one
    counts that answers most training questions, then that of the least loss.

    Args:
        settings: `TableSettings`, with the method.
        task: Number of the task.
        questions: `TaskQuestions`.

    Returns:
        A dict of plain values: `train`, `test` (accuracies), `runs`,
        `answers` (by class) and others.
    """
    with without_word_warnings():
        return _best_of_runs(settings, task, questions)


def _best_of_runs(settings, task, questions):
    module = importlib.import_module(
        f"recipes.memory.{METHODS[settings.method]}"
    )
    begin, runs, best = time.process_time(), [], None
    for number in range(settings.runs):
        # Different for each cell, and the same in whatever order they come.
        seed = (settings.seed * 1000 + number) * 100 + task
        trained = module.train(settings, questions.train, seed)
        run = _scores(trained, questions)
        runs.append({name: run[name] for name in ("train", "test", "loss")})
        key = (run["train"], -(run["loss"] or 0.0))
        if best is None or key > best[0]:
            best = (key, run)
        if run["train"] == 1.0 and not run["loss"]:
            break
    return {
        "method": settings.method,
        "task": task,
        **best[1],
        "runs": runs,
        "seconds": round(time.process_time() - begin, 2),
    }


def _scores(trained, questions):
    scores = {
        "parameters": trained.parameters,
        "loss": trained.loss,
        "epochs": trained.epochs,
    }
    for split, part in (("train", questions.train), ("test", questions.test)):
        answers, facts = trained.answer(part.x)
        scores[split] = _share(a == b for a, b in _pairs(answers, part.answers))
        scores[f"{split} as sets"] = _share(
            sorted(a.split(",")) == sorted(b.split(","))
            for a, b in _pairs(answers, part.answers)
        )
        if facts is not None:
            scores[f"{split} facts"] = _share(
                a == list(b) for a, b in zip(facts, part.support, strict=True)
            )
    scores["classes"] = _by_class(answers, questions.test.answers)
    return scores


def _pairs(answers, gold):
    """Both in lower case, as models of words answer."""
    lower = ([text.lower() for text in texts] for texts in (answers, gold))
    return zip(*lower, strict=True)


def _share(values):
    values = list(values)
    return sum(values) / len(values)


def _by_class(answers, gold):
    """For each answer, how often it is right and how often it is asked."""
    counts = collections.defaultdict(lambda: [0, 0])
    for answer, right in _pairs(answers, gold):
        counts[right][0] += answer == right
        counts[right][1] += 1
    most = sorted(counts.items(), key=lambda item: (-item[1][1], item[0]))
    return {answer: list(both) for answer, both in most}
