"""The models of a row of a table, and what is said of them."""

import html

from recipes.running.evaluation import Evaluation, Section


class CellModels:
    """Stands for the models of all cells where a run has one model.

    Attributes:
        parameters: Dict from tasks to numbers of weights.
    """

    def __init__(self):
        self.parameters = {}

    def count_params(self):
        """The number of weights of all models together."""
        return sum(self.parameters.values())


def evaluation_of_cells(cells, published, notes=()):
    """Scores, and a table of them, of one method on all tasks.

    Args:
        cells: Dict from tasks to results of `train_cell`.
        published: Dict of the published scores, as `published_scores` gives.
        notes: Sentences that a reader of the scores has to know.

    Returns:
        An `Evaluation`.
    """
    scores = {}
    for split in ("test", "train"):
        by_task = {
            f"task {task}": round(cell[split], 4)
            for task, cell in cells.items()
        }
        mean = sum(by_task.values()) / len(by_task)
        scores[split] = {"mean": round(mean, 4), **by_task}
    solved = sum(cell["test"] >= 0.95 for cell in cells.values())
    details = {
        "tasks with at least 95 %": solved,
        "accuracies of all runs": {
            f"task {task}": [round(run["test"], 4) for run in cell["runs"]]
            for task, cell in cells.items()
        },
        "facts all found, test": {
            f"task {task}": round(cell["test facts"], 4)
            for task, cell in cells.items()
            if "test facts" in cell
        },
        "seconds of a processor": {
            f"task {task}": cell["seconds"] for task, cell in cells.items()
        },
    }
    if 7 in cells:
        details["task 7, right of asked by answer"] = cells[7]["classes"]
    if 8 in cells:
        details["task 8, order ignored"] = round(cells[8]["test as sets"], 4)
    return Evaluation(
        scores={"test": scores["test"], "training": scores["train"]},
        notes=list(notes),
        sections=[Section("Tasks", _table(cells, published))],
        details=details,
    )


def _table(cells, published):
    rows = "".join(
        "<tr>"
        + "".join(
            f'<td class="number">{html.escape(str(value))}</td>'
            for value in _row(task, cell, published)
        )
        + "</tr>"
        for task, cell in cells.items()
    )
    names = ("task", "here", "paper", "training", "runs", "facts found")
    head = "".join(f"<th>{name}</th>" for name in names)
    return f"<table><tr>{head}</tr>{rows}</table>"


def _row(task, cell, published):
    paper = published.get(f"task {task}")
    tests = [run["test"] for run in cell["runs"]]
    spread = f"{len(tests)}"
    if len(tests) > 1:
        spread += f", {_percent(min(tests))} to {_percent(max(tests))}"
    return (
        task,
        _percent(cell["test"]),
        "" if paper is None else _percent(paper),
        _percent(cell["train"]),
        spread,
        _percent(cell["test facts"]) if "test facts" in cell else "",
    )


def _percent(share):
    return f"{100 * share:.1f}"
