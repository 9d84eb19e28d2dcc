"""Task 17: how two things lie that were both related to a third."""

from recipes.datasets.babi.simulator.check_flags import check_directions
from recipes.datasets.babi.simulator.directions import neighbour, opposite
from recipes.datasets.babi.simulator.draw import pick, shuffled
from recipes.datasets.babi.simulator.relations import Relation, told_relations
from recipes.datasets.babi.simulator.story_teller import StoryTeller

_SHAPES = (
    "triangle",
    "pink rectangle",
    "blue square",
    "red square",
    "yellow square",
    "red sphere",
)
_QUESTIONS = 8


class PositionalReasoning:
    """Three shapes in a chain; questions on how its ends lie.

    Args:
        directions: `"relative"`, as in "above", or `"cardinal"`, "north of".
    """

    def __init__(self, directions="relative"):
        self._directions = check_directions(directions)

    def tell(self, rng, say):
        """Tells a story."""
        directions = self._directions
        first, middle, last = shuffled(rng, _SHAPES)[:3]
        towards = pick(rng, directions)
        onwards = pick(rng, directions)
        while onwards == opposite(directions, towards):
            onwards = pick(rng, directions)
        told = told_relations(
            rng,
            [Relation(middle, towards, first), Relation(last, onwards, middle)],
            directions,
            topic="reference",
        )
        teller = StoryTeller()
        for subject, direction, reference in told:
            phrase = say.direction(direction)
            teller.tell(say("lies", subject, phrase, reference))
        offset = neighbour(towards.step, onwards)
        for _ in range(_QUESTIONS):
            self._ask(rng, say, teller, (first, last, offset), told)
        return teller.story()

    def _ask(self, rng, say, teller, ends, told):
        first, last, (right, up) = ends
        yes = rng.random() < 0.5
        # As true or false, those of both ways of asking.
        fitting = [
            (sign, direction)
            for sign in (1, -1)
            for direction in self._directions
            for x, y in [direction.step]
            if (sign * (x * right + y * up) > 0) == yes
        ]
        sign, direction = pick(rng, fitting)
        subject, reference = (last, first) if sign > 0 else (first, last)
        phrase = say.direction(direction)
        starts = subject in (told[0].subject, told[0].reference)
        teller.ask(
            say("does it lie?", subject, phrase, reference),
            "yes" if yes else "no",
            (0, 1) if starts else (1, 0),
        )
