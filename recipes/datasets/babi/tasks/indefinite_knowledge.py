"""Task 10: whether a person is in a place, which may be uncertain."""

from recipes.datasets.babi.simulator.draw import pick_other
from recipes.datasets.babi.simulator.entities import TOWN, TOWNSPEOPLE
from recipes.datasets.babi.tasks.place_reports import tell_place_reports


class IndefiniteKnowledge:
    """Moves, and reports of one place or of two possible ones.

    The two places differ; in the released data they are the same in one
    report of six.
    """

    def tell(self, rng, say):
        """Tells a story."""
        return tell_place_reports(
            rng, say, TOWNSPEOPLE, TOWN, _draw_report, _judge
        )


def _draw_report(rng, before, after):
    chance = rng.random()
    if chance < 0.5:
        return "go", (after,)
    if chance < 0.75:
        return "is in", (after,)
    decoy = pick_other(rng, TOWN, after)
    either = (after, decoy) if rng.random() < 0.5 else (decoy, after)
    return "is either in", either


def _judge(key, named, asked):
    if asked not in named:
        return "no"
    return "maybe" if key == "is either in" else "yes"
