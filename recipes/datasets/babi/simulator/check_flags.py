"""Checks of the settings of a task."""

from recipes.datasets.babi.simulator.directions import DIRECTIONS


def check_rate(name, value):
    """Raises unless a setting is a number from 0 to 1."""
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not number or not 0 <= value <= 1:
        raise ValueError(
            f"`{name}` must be a number from 0, never, to 1, always. "
            f"Received: {value!r}."
        )


def check_count(name, value, lowest, highest):
    """Raises unless a setting is an integer of a range."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"`{name}` must be an integer. Received: {value!r}.")
    if not lowest <= value <= highest:
        raise ValueError(
            f"`{name}` must be from {lowest} to {highest}. Received: {value}."
        )


def check_directions(value):
    """Returns the four directions of a style, or raises."""
    if value not in DIRECTIONS:
        raise ValueError(
            f"`directions` must be one of {', '.join(DIRECTIONS)}. "
            f"Received: {value!r}."
        )
    return DIRECTIONS[value]
