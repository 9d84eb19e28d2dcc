"""Curves of what was logged while training."""

# Values that are positions, not measurements.
_POSITIONS = ("epoch", "update")


def learning_curves(history):
    """Draws each logged value against the pass over the data.

    Args:
        history: List of dicts of logs with `epoch`, as `fit` returns it. A
            value and its `val_` form share one plot.

    Returns:
        A `matplotlib.figure.Figure`, or `None` if there is nothing to draw.
    """
    from matplotlib.figure import Figure

    names = {
        name.removeprefix("val_")
        for logs in history
        for name in logs
        if name not in _POSITIONS
    }
    if not names:
        return None
    figure = Figure(figsize=(4.2 * len(names), 3.2), layout="constrained")
    axes = figure.subplots(1, len(names), squeeze=False)[0]
    for axis, name in zip(axes, sorted(names), strict=True):
        for key, label in ((name, "training"), (f"val_{name}", "validation")):
            points = [(h["epoch"], h[key]) for h in history if key in h]
            if points:
                axis.plot(*zip(*points, strict=True), label=label, marker=".")
        axis.set_title(name)
        axis.set_xlabel("epoch")
        axis.legend()
    return figure
