"""Task 9: whether a person is in a place, with denials."""

from recipes.datasets.babi.simulator.entities import HOUSEMATES, ROOMS
from recipes.datasets.babi.tasks.place_reports import tell_place_reports


class SimpleNegation:
    """Moves, and reports where people are, or where they no longer are.

    Somebody who left a place went to another that was not told; questions
    then are about the place left.
    """

    def tell(self, rng, say):
        """Tells a story."""
        return tell_place_reports(
            rng, say, HOUSEMATES, ROOMS, _draw_report, _judge
        )


def _draw_report(rng, before, after):
    chance = rng.random()
    if chance < 0.5:
        return "go", (after,)
    if chance < 0.75:
        return "is in", (after,)
    return "is not in", (before,)


def _judge(key, named, asked):
    if key == "is not in":
        return "no" if asked in named else None
    return "yes" if asked in named else "no"
