"""Questions a second of the bAbI simulator, on one core.

    python benchmarks/babi_simulator.py [--questions 5000] [--runs 5]
        [--output FILE.json]

The tasks take turns, so that a drift of the machine's speed touches all alike.
The median of the runs counts.
"""

import statistics
import time
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from recipes.datasets.babi import TASK_NAMES, generate
from zoo.atomic_file import write_json


def questions_per_second(questions, runs):
    """A dict from tasks to the rates of all runs."""
    rates = {task: [] for task in TASK_NAMES}
    for run in range(runs):
        for task in TASK_NAMES:
            begin = time.perf_counter()
            generate(task, questions, seed=run)
            rates[task].append(questions / (time.perf_counter() - begin))
    return rates


def main(
    questions: Annotated[int, typer.Option(help="Questions of a run.")] = 5000,
    runs: Annotated[int, typer.Option(help="Runs of each task.")] = 5,
    output: Annotated[str, typer.Option(help="JSON file to write.")] = "",
):
    """Prints and optionally stores the rates."""
    rows = [
        {
            "task": task,
            "name": TASK_NAMES[task],
            "questions_per_second": round(statistics.median(rates)),
            "slowest_run": round(min(rates)),
        }
        for task, rates in questions_per_second(questions, runs).items()
    ]
    table = Table("task", "questions a second", "slowest run")
    for row in rows:
        table.add_row(
            f"{row['task']} {row['name']}",
            f"{row['questions_per_second']:,}",
            f"{row['slowest_run']:,}",
        )
    Console().print(table)
    if output:
        write_json(output, rows)


if __name__ == "__main__":
    typer.run(main)
