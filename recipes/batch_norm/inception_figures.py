"""Figure 2 of the paper, of our runs."""

from recipes.batch_norm.curves import draw_curves
from recipes.batch_norm.published_steps import FIGURE_3, PUBLISHED_SHARES
from recipes.batch_norm.steps_to_accuracy import ACCURACY
from recipes.running.evaluation import Section
from recipes.running.figure_html import figure_html


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
    rows = "".join(_row(name, scores[f"{name}: steps"]) for name in histories)
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


def _row(name, found):
    published = PUBLISHED_SHARES.get(f"{name}: steps", {})
    paper, best = FIGURE_3.get(name, (None, None))
    cells = (
        _text(found["steps"], ",.0f"),
        _text(found["share_of_plain"], ".2f"),
        _text(found["best_accuracy"], ".4f"),
        _text(paper, ".1f"),
        _text(published.get("share_of_plain"), ".2f"),
        _text(best, ".3f"),
    )
    numbers = "".join(f'<td class="number">{cell}</td>' for cell in cells)
    return f"<tr><td>{name}</td>{numbers}</tr>"


def _text(value, form):
    return "" if value is None else format(value, form)
