"""Curves of several runs in one picture."""


def draw_curves(axis, histories, name, label=str):
    """Draws a logged value of every row against the updates.

    Args:
        axis: A matplotlib axis.
        histories: Dict from rows to dicts from seeds to lists of logs.
        name: Name of the value.
        label: Function from a row to its label.
    """
    colours = [f"C{n}" for n in range(10)]
    for number, (row, seeds) in enumerate(histories.items()):
        for first, logs in zip(
            (True, *[False] * len(seeds)), seeds.values(), strict=False
        ):
            points = [(log["update"], log[name]) for log in logs if name in log]
            axis.plot(
                *zip(*points, strict=True),
                color=colours[number % len(colours)],
                linewidth=1.0,
                label=label(row) if first else None,
            )
    axis.set_xlabel("updates")
    axis.legend()
