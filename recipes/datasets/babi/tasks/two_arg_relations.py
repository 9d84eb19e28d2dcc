"""Task 4: what lies in some direction of a place."""

from recipes.datasets.babi.simulator.check_flags import check_directions
from recipes.datasets.babi.simulator.directions import opposite
from recipes.datasets.babi.simulator.draw import pick, shuffled
from recipes.datasets.babi.simulator.entities import ROOMS
from recipes.datasets.babi.simulator.relations import Relation, told_relations
from recipes.datasets.babi.simulator.story_teller import StoryTeller


class TwoArgRelations:
    """Three places in a line; a question about one of the two statements.

    Args:
        directions: `"cardinal"`, as in "north of", or `"relative"`, "above".
    """

    def __init__(self, directions="cardinal"):
        self._directions = check_directions(directions)

    def tell(self, rng, say):
        """Tells a story."""
        directions = self._directions
        first, middle, last = shuffled(rng, ROOMS)[:3]
        direction = pick(rng, directions)
        told = told_relations(
            rng,
            [
                Relation(first, direction, middle),
                Relation(middle, direction, last),
            ],
            directions,
        )
        teller = StoryTeller()
        for subject, towards, reference in told:
            phrase = say.direction(towards)
            teller.tell(say("lies", subject, phrase, reference))
        asked = pick(rng, (0, 1))
        subject, towards, reference = told[asked]
        if rng.random() < 0.5:
            question = say("what lies?", say.direction(towards), reference)
        else:
            phrase = say.direction(opposite(directions, towards))
            question = say("what does it lie by?", reference, phrase)
        teller.ask(question, subject, (asked,))
        return teller.story()
