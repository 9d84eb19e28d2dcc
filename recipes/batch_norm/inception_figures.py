"""Figure 2 of the paper, of our runs."""

from recipes.batch_norm.curves import draw_curves
from recipes.batch_norm.steps_to_accuracy import ACCURACY
from recipes.running.evaluation import Section
from recipes.running.figure_html import figure_html

# Figure 3: million updates to 72.2 %, and the highest accuracy.
FIGURE_3 = {
    "none": (31.0, 0.722),
    "baseline": (13.3, 0.727),
    "x5": (2.1, 0.730),
    "x30": (2.7, 0.748),
    "x5_sigmoid": (None, 0.698),
}
PLAIN = "none"


def figure_sections(histories, scores, goal):
    """The curves of all rows, and a table of steps beside the paper's.

    Args:
        histories: Dict from rows to dicts from seeds to lists of logs.
        scores: What `steps_scores` found.
        goal: What the steps lead to, as text.

    Returns:
        A list of `Section`s.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.0, 4.2), layout="constrained")
    axis = figure.subplots()
    draw_curves(axis, histories, ACCURACY)
    axis.set_title("validation accuracy")
    plain = scores.get(f"{PLAIN}: steps", {}).get("steps")
    rows = "".join(
        _row(name, scores[f"{name}: steps"], plain) for name in histories
    )
    head = "".join(
        f"<th>{text}</th>"
        for text in (
            "",
            f"updates to {goal}",
            "share of plain Inception's",
            "best accuracy",
            "paper: million updates to 72.2 %",
            "share of plain Inception's",
            "best accuracy",
        )
    )
    return [
        Section("Accuracy", figure_html(figure, "Accuracy of every run.")),
        Section("Updates", f"<table><tr>{head}</tr>{rows}</table>"),
    ]


def _row(name, found, plain):
    steps = found["steps"]
    paper, best = FIGURE_3.get(name, (None, None))
    cells = (
        _text(steps, ",.0f"),
        _text(steps / plain if steps and plain else None, ".2f"),
        _text(found["best_accuracy"], ".4f"),
        _text(paper, ".1f"),
        _text(paper and paper / FIGURE_3[PLAIN][0], ".2f"),
        _text(best, ".3f"),
    )
    numbers = "".join(f'<td class="number">{cell}</td>' for cell in cells)
    return f"<tr><td>{name}</td>{numbers}</tr>"


def _text(value, form):
    return "" if value is None else format(value, form)
