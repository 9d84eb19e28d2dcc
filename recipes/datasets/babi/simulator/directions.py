"""Directions on a grid, by the compass or on the page."""

from typing import NamedTuple


class Direction(NamedTuple):
    """A direction.

    Args:
        name: Its name, also its symbol.
        phrase: What stands between two places in English.
        step: One step in this direction, `(x, y)`.
        letter: Its name in the answers of path finding.
    """

    name: str
    phrase: str
    step: tuple
    letter: str


# Clockwise: the opposite is two further on.
DIRECTIONS = {
    "cardinal": (
        Direction("north", "north of", (0, 1), "n"),
        Direction("east", "east of", (1, 0), "e"),
        Direction("south", "south of", (0, -1), "s"),
        Direction("west", "west of", (-1, 0), "w"),
    ),
    "relative": (
        Direction("above", "above", (0, 1), "u"),
        Direction("right", "to the right of", (1, 0), "r"),
        Direction("below", "below", (0, -1), "d"),
        Direction("left", "to the left of", (-1, 0), "l"),
    ),
}


def opposite(directions, direction):
    """The direction that leads back."""
    return directions[(directions.index(direction) + 2) % 4]


def neighbour(cell, direction):
    """The cell one step away from a cell `(x, y)`."""
    return cell[0] + direction.step[0], cell[1] + direction.step[1]
