"""Checks of the settings of a task."""

from recipes.datasets.babi.simulator.directions import DIRECTIONS
from recipes.datasets.check_integer import check_integer


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
    check_integer(name, value, minimum=lowest)
    if value > highest:
        raise ValueError(
            f"`{name}` must be at most {highest}. Received: {value}."
        )


def check_directions(value):
    """Returns the four directions of a style, or raises."""
    if value not in DIRECTIONS:
        raise ValueError(
            f"`directions` must be one of {', '.join(DIRECTIONS)}. "
            f"Received: {value!r}."
        )
    return DIRECTIONS[value]
