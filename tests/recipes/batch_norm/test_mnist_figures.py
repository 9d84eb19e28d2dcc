"""Figure 1, of logs."""

import pytest

from recipes.batch_norm.mnist_figures import figure_sections


def log(update, *medians):
    return {
        "update": update,
        "val_accuracy": 0.9,
        "sigmoid input/15 %": -1.0,
        "sigmoid input/50 %": 0.0,
        "sigmoid input/85 %": 1.0,
        **{f"medians/{unit}": m for unit, m in enumerate(medians)},
    }


def test_deviation_of_medians():
    """Of each sigmoid over the run; the mean of sigmoids and seeds."""
    steady = [log(10, 1.0, 2.0), log(20, 1.0, 2.0)]
    moving = [log(10, 0.0, 2.0), log(20, 2.0, 2.0)]
    histories = {
        "plain 0.1": {0: steady, 1: moving},
        "BN 0.1": {0: steady},
        "BN 0.5": {0: moving},
    }
    scores, sections = figure_sections(histories)
    found = {
        row: values["deviation_of_medians"] for row, values in scores.items()
    }
    assert found == {
        "plain 0.1: sigmoid inputs": pytest.approx(0.25),
        "BN 0.1: sigmoid inputs": 0.0,
        "BN 0.5: sigmoid inputs": pytest.approx(0.5),
    }
    titles = [section.title for section in sections]
    assert titles == ["Learning rate 0.1", "Learning rate 0.5"]
    assert all("data:image/png" in section.html for section in sections)
