"""Figure 1 of the paper, of our runs."""

import numpy as np

from recipes.batch_norm.curves import draw_curves
from recipes.batch_norm.sigmoid_inputs import (
    PERCENTILES,
    median_name,
    percentile_name,
)
from recipes.running.evaluation import Section
from recipes.running.figure_html import figure_html


def figure_sections(histories):
    """Draws the figure, and says how much medians move.

    Args:
        histories: Dict from rows, each a name and a learning rate, to dicts
            from seeds to lists of logs.

    Returns:
        `(scores, sections)`: for each row the standard deviation of medians
        over the run, the mean of all sigmoids and seeds, and the parts of the
        report.
    """
    scores = {
        f"{row}: sigmoid inputs": {
            "deviation_of_medians": float(
                np.mean([_deviations(logs) for logs in seeds.values()])
            )
        }
        for row, seeds in histories.items()
    }
    rates = dict.fromkeys(row.split()[-1] for row in histories)
    sections = [
        Section(
            f"Learning rate {rate}",
            _figure(
                {r: runs for r, runs in histories.items() if rate in r.split()},
                rate,
            ),
        )
        for rate in rates
    ]
    return scores, sections


def _deviations(logs):
    """The standard deviation of the median of each sigmoid, on average."""
    names = [name for name in logs[0] if name.startswith(median_name(""))]
    medians = np.array([[log[name] for name in names] for log in logs])
    return medians.std(axis=0).mean()


def _figure(histories, rate):
    from matplotlib.figure import Figure

    figure = Figure(figsize=(13.0, 3.6), layout="constrained")
    axes = figure.subplots(1, 1 + len(histories))
    draw_curves(axes[0], histories, "val_accuracy")
    axes[0].set_ylim(0.7, 1.0)
    axes[0].set_title("test accuracy")
    limits = []
    for axis, (row, seeds) in zip(axes[1:], histories.items(), strict=True):
        logs = next(iter(seeds.values()))
        updates = [log["update"] for log in logs]
        for percentile in PERCENTILES:
            values = [log[percentile_name(percentile)] for log in logs]
            axis.plot(updates, values, label=f"{percentile} %", linewidth=1.0)
        axis.set_title(f"{row}: input of one sigmoid")
        axis.set_xlabel("updates")
        axis.legend()
        limits += axis.get_ylim()
    for axis in axes[1:]:
        axis.set_ylim(min(limits), max(limits))
    return figure_html(
        figure,
        "Test accuracy of every run, and percentiles of the input of one "
        f"sigmoid of the last hidden layer; learning rate {rate}.",
    )
