"""Simulated stories beside the released ones, as a table.

python -m recipes.datasets.babi.comparison --data-dir FOLDER
    [--output FILE.json]
"""

import collections
import pathlib
import re
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from recipes.datasets.babi.files import TASK_NAMES, read_babi
from recipes.datasets.babi.generate import generate
from recipes.datasets.data_format_error import DataFormatError
from zoo.atomic_file import write_json

_QUESTIONS = 10_000
_SEED = 7


def describe_stories(stories):
    """Vocabulary, lengths, answers and supporting facts of stories.

    Args:
        stories: `Story`s of one task.

    Returns:
        A dict of `questions`; `words`, the set of all words; `statements`, the
        mean of a story, and `longest`; and the shares, in percent, of
        `answers` and of the numbers of supporting facts, `support`.
    """
    questions = [question for story in stories for question in story.questions]
    lengths = [len(story.statements) for story in stories]
    return {
        "questions": len(questions),
        "words": set().union(*map(_words, stories)),
        "statements": sum(lengths) / len(lengths),
        "longest": max(lengths),
        "answers": _shares(question.answer for question in questions),
        "support": _shares(len(question.support) for question in questions),
    }


def compare(released, generated):
    """Compares two descriptions of `describe_stories`.

    Returns:
        A dict that JSON can hold: what the descriptions say of both, and the
        largest differences of shares, in percentage points.
    """
    both = {"released": released, "generated": generated}
    return {
        name: {
            "questions": stories["questions"],
            "vocabulary": len(stories["words"]),
            "statements_per_story": round(stories["statements"], 2),
            "longest_story": stories["longest"],
            "answers": _rounded(stories["answers"]),
            "support": _rounded(stories["support"]),
        }
        for name, stories in both.items()
    } | {
        "words_only_released": sorted(released["words"] - generated["words"]),
        "words_only_generated": sorted(generated["words"] - released["words"]),
        "largest_answer_difference": largest_difference(
            released["answers"], generated["answers"]
        ),
        "largest_support_difference": largest_difference(
            released["support"], generated["support"]
        ),
    }


def largest_difference(shares, others):
    """The largest difference of two dicts of shares, to a hundredth."""
    return round(
        max(
            abs(shares.get(key, 0) - others.get(key, 0))
            for key in {*shares, *others}
        ),
        2,
    )


def read_released(folder, task):
    """All released English stories of a task.

    Returns:
        The stories of `en` and, where the folder has them, of `en-10k`; and
        the names of these collections.
    """
    stories, collections_read = [], []
    for collection in ("en", "en-10k"):
        try:
            splits = read_babi(folder, collection, [task])[task]
        except DataFormatError:
            if collection == "en":
                raise
            continue
        stories += splits["train"] + splits["test"]
        collections_read.append(collection)
    return stories, collections_read


def _words(story):
    texts = [*story.statements]
    for question in story.questions:
        texts += question.text, question.answer
    return set(re.findall(r"\w+", " ".join(texts).lower()))


def _shares(values):
    counts = collections.Counter(values)
    total = sum(counts.values())
    return {value: 100 * count / total for value, count in counts.items()}


def _rounded(shares):
    """Shares for JSON, the largest first."""
    ordered = sorted(shares.items(), key=lambda pair: (-pair[1], str(pair[0])))
    return {str(key): round(share, 2) for key, share in ordered}


def main(
    data_dir: Annotated[
        pathlib.Path, typer.Option(help="Folder of the released files.")
    ],
    questions: Annotated[
        int, typer.Option(help="Questions to generate for each task.")
    ] = _QUESTIONS,
    output: Annotated[str, typer.Option(help="JSON file to write.")] = "",
):
    """Prints and optionally stores the comparison of all tasks."""
    table = Table(
        "task",
        "words",
        "statements a story",
        "longest",
        "answers differ by",
        "support by",
        caption="released / generated; differences in percentage points",
    )
    tasks = {}
    for task, name in TASK_NAMES.items():
        stories, collections_read = read_released(data_dir, task)
        row = compare(
            describe_stories(stories),
            describe_stories(generate(task, questions, _SEED)),
        )
        tasks[task] = {"name": name, "collections": collections_read, **row}
        pair = row["released"], row["generated"]
        table.add_row(
            f"{task} {name}",
            *(
                " / ".join(f"{side[key]:g}" for side in pair)
                for key in (
                    "vocabulary",
                    "statements_per_story",
                    "longest_story",
                )
            ),
            f"{row['largest_answer_difference']:.1f}",
            f"{row['largest_support_difference']:.1f}",
        )
    Console().print(table)
    if output:
        command = (
            "python -m recipes.datasets.babi.comparison --data-dir FOLDER "
            f"--questions {questions}"
        )
        write_json(output, {"command": command, "seed": _SEED, "tasks": tasks})


if __name__ == "__main__":
    typer.run(main)
