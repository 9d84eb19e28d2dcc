"""How many updates it takes to an accuracy."""

from recipes.batch_norm.published_steps import FIGURE_3, PLAIN

ACCURACY = "val_accuracy"


def steps_to_accuracy(history, accuracy):
    """The updates before the first check that is as accurate.

    Args:
        history: List of logs of a run.
        accuracy: A fraction.

    Returns:
        The number of updates, or `None` if no check is.
    """
    for log in history:
        if log[ACCURACY] >= accuracy:
            return log["update"]
    return None


def best_accuracy(history):
    """The highest accuracy of any check."""
    return max(log[ACCURACY] for log in history)


def steps_scores(histories, goals):
    """The scores of a table of steps.

    Args:
        histories: Dict from rows to dicts from seeds to lists of logs.
        goals: Dict from seeds to the accuracy that is to be reached.

    Returns:
        A dict of scores for each row: `steps`, their mean over the seeds, or
        `None` if a run never gets there; `share_of_plain`, of the steps of the
        row `"none"`, or `None`; and the mean of `best_accuracy`.
    """
    scores = {}
    for row, seeds in histories.items():
        steps = [
            steps_to_accuracy(history, goals[seed])
            for seed, history in seeds.items()
            if seed in goals
        ]
        best = [best_accuracy(history) for history in seeds.values()]
        there = steps and None not in steps
        scores[f"{row}: steps"] = {
            "steps": sum(steps) / len(steps) if there else None,
            "best_accuracy": sum(best) / len(best),
        }
    plain = scores.get(f"{PLAIN}: steps", {}).get("steps")
    for found in scores.values():
        steps = found["steps"]
        found["share_of_plain"] = steps / plain if steps and plain else None
    return scores


def order_note(scores):
    """A sentence on who gets there first, here and in the paper.

    Args:
        scores: What `steps_scores` found.
    """
    here = {
        name.removesuffix(": steps"): found["steps"]
        for name, found in scores.items()
    }
    paper = {name: FIGURE_3[name][0] for name in here}
    return (
        f"Fewest updates first: here {_order(here)}; in figure 3 "
        f"{_order(paper)}."
    )


def _order(steps):
    there = sorted((n for n in steps if steps[n] is not None), key=steps.get)
    missing = [name for name in steps if steps[name] is None]
    text = ", ".join(there) or "none of them"
    return f"{text} (not: {', '.join(missing)})" if missing else text
