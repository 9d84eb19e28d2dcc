"""Where things lie with respect to each other, told one by one."""

from typing import NamedTuple

from recipes.datasets.babi.simulator.directions import Direction, opposite
from recipes.datasets.babi.simulator.draw import pick


class Relation(NamedTuple):
    """That one thing lies in a direction of another.

    Args:
        subject: What lies there.
        direction: In which `Direction` of the reference.
        reference: Of what.
    """

    subject: str
    direction: Direction
    reference: str

    def reversed(self, directions):
        """The same, told of the other thing."""
        back = opposite(directions, self.direction)
        return Relation(self.reference, back, self.subject)


def told_relations(rng, relations, directions, topic="subject"):
    """Puts relations into an order, and each into one of its two directions.

    A statement is about a thing drawn from all alike, so that one with few
    relations is soon told of, and tells of itself; as in the released data.

    Args:
        rng: A `random.Random`.
        relations: `Relation`s, all of different pairs.
        directions: The four directions.
        topic: Whether the thing drawn is `"subject"` or `"reference"`.

    Returns:
        A list of `Relation`s.
    """
    told_of = {}  # for each thing its relations, and their numbers
    for number, relation in enumerate(relations):
        for told in (relation, relation.reversed(directions)):
            thing = told.subject if topic == "subject" else told.reference
            told_of.setdefault(thing, []).append((number, told))
    things = list(told_of)
    result = {}
    while len(result) < len(relations):
        number, told = pick(rng, told_of[pick(rng, things)])
        result.setdefault(number, told)
    return list(result.values())
