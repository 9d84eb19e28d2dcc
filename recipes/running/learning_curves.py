"""Curves of what was logged while training."""

# Values that are positions, not measurements.
_POSITIONS = ("epoch", "update")


def learning_curves(history):
    """Draws each logged value against the pass over the data.

    Args:
        history: List of dicts of logs with `epoch`, as `fit` returns it. A
            value and its `val_` form share one plot, and so do all whose
            names begin alike up to a `/`.

    Returns:
        A `matplotlib.figure.Figure`, or `None` if there is nothing to draw.
    """
    from matplotlib.figure import Figure

    keys = dict.fromkeys(
        key for logs in history for key in logs if key not in _POSITIONS
    )
    if not keys:
        return None
    plots = {}
    for key in sorted(keys, key=lambda key: key.startswith("val_")):
        title, label = _title_and_label(key)
        plots.setdefault(title, []).append((key, label))
    figure = Figure(figsize=(4.2 * len(plots), 3.2), layout="constrained")
    axes = figure.subplots(1, len(plots), squeeze=False)[0]
    for axis, title in zip(axes, sorted(plots), strict=True):
        for key, label in plots[title]:
            points = [(h["epoch"], h[key]) for h in history if key in h]
            axis.plot(*zip(*points, strict=True), label=label, marker=".")
        axis.set_title(title)
        axis.set_xlabel("epoch")
        axis.legend()
    return figure


def _title_and_label(key):
    """The plot of a logged value, and the name of its curve."""
    title, _, part = key.removeprefix("val_").partition("/")
    if part:
        return title, part
    return title, "validation" if key.startswith("val_") else "training"
