"""Task 7: how many things a person carries."""

from recipes.datasets.babi.simulator.draw import pick
from recipes.datasets.babi.simulator.entities import THINGS
from recipes.datasets.babi.tasks.everyday_task import EverydayTask

_NUMBERS = ("none", "one", "two", "three")


class Counting(EverydayTask):
    """People take, drop and give things; questions how many one has.

    Support is all that the person did with things or was given, in the order
    of the story.
    """

    things = THINGS
    kinds = ("go", "get", "drop", "give", "give", "give", "give")

    def ask(self, rng, say, teller, narration):
        recent = narration.recent("get", "drop", "give")
        if recent:
            person = pick(rng, recent).actor
            handled = narration.knowledge.handled(person).values()
            number = sum(held for _, held in handled)
            question = say("how many things?", person)
            supports = [part for parts, _ in handled for part in parts]
            # By their own lines, which come after those that name people.
            supports.sort(key=max)
            teller.ask(question, _NUMBERS[number], *supports)
