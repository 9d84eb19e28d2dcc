"""Figure 1 of the paper, of our runs."""

import numpy as np

from recipes.batch_norm.curves import draw_curves
from recipes.batch_norm.sigmoid_inputs import PERCENTILES, log_name
from recipes.running.evaluation import Section
from recipes.running.figure_html import figure_html


def figure_sections(histories):
    """Draws the figure, and says how much the median moves.

    Args:
        histories: Dict from rows, each a name and a learning rate, to dicts
            from seeds to lists of logs.

    Returns:
        `(scores, sections)`: for each row the deviation of the median over
        the run, and the parts of the report.
    """
    median = log_name(50)
    scores = {
        f"{row}: sigmoid input": {
            "deviation_of_median": float(
                np.mean(
                    [
                        np.std([log[median] for log in logs])
                        for logs in seeds.values()
                    ]
                )
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
            values = [log[log_name(percentile)] for log in logs]
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
