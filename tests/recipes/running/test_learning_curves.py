"""Curves of a log."""

from recipes.running.learning_curves import learning_curves

HISTORY = [
    {"epoch": 1.0, "update": 10, "loss": 2.0, "val_loss": 3.0, "p/50": 0.1},
    {"epoch": 2.0, "update": 20, "loss": 1.0, "p/50": 0.2, "p/15": 0.0},
]


def test_what_belongs_together_is_in_one_plot():
    axes = learning_curves(HISTORY).axes
    assert [axis.get_title() for axis in axes] == ["loss", "p"]
    lines = [
        {line.get_label(): line.get_ydata().tolist() for line in axis.lines}
        for axis in axes
    ]
    assert lines == [
        {"training": [2.0, 1.0], "validation": [3.0]},
        {"50": [0.1, 0.2], "15": [0.0]},
    ]


def test_nothing():
    assert learning_curves([]) is None
    assert learning_curves([{"epoch": 1.0, "update": 10}]) is None
