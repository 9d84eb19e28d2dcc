"""Updates to an accuracy, from logs."""

from recipes.batch_norm.steps_to_accuracy import (
    best_accuracy,
    order_note,
    steps_scores,
    steps_to_accuracy,
)


def history(*accuracies):
    return [
        {"update": 10 * n, "val_accuracy": accuracy}
        for n, accuracy in enumerate(accuracies, start=1)
    ]


SLOW, FAST = history(0.1, 0.2, 0.6, 0.5), history(0.4, 0.7, 0.9, 0.8)


def test_the_first_check_counts():
    assert steps_to_accuracy(FAST, 0.7) == 20
    assert steps_to_accuracy(FAST, 0.1) == 10
    assert steps_to_accuracy(SLOW, 0.61) is None
    assert best_accuracy(SLOW) == 0.6


def test_scores():
    histories = {"none": {0: SLOW, 1: FAST}, "x5": {0: FAST, 1: SLOW}}
    goals = {0: 0.6, 1: 0.4}
    scores = steps_scores(histories, goals)
    best = {"best_accuracy": 0.75}
    assert scores == {
        "none: steps": {"steps": 20, "share_of_plain": 1.0, **best},
        "x5: steps": {"steps": 25, "share_of_plain": 1.25, **best},
    }
    # One of the runs never gets there.
    scores = steps_scores(histories, {0: 0.7, 1: 0.1})
    assert scores["none: steps"]["steps"] is None
    assert scores["x5: steps"]["share_of_plain"] is None


def test_order():
    steps = {"none": 90.0, "x5": 50.0, "x30": 20.0, "x5_sigmoid": None}
    scores = {f"{name}: steps": {"steps": n} for name, n in steps.items()}
    assert order_note(scores) == (
        "Fewest updates first: here x30, x5, none (not: x5_sigmoid); in "
        "figure 3 x5, x30, none (not: x5_sigmoid)."
    )
    scores = {"none: steps": {"steps": None}}
    assert "here none of them (not: none)" in order_note(scores)
