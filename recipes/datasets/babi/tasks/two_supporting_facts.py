"""Task 2: where a thing is, by who took or dropped it and where they went."""

from recipes.datasets.babi.simulator.draw import pick
from recipes.datasets.babi.simulator.entities import THINGS
from recipes.datasets.babi.tasks.everyday_task import EverydayTask


class TwoSupportingFacts(EverydayTask):
    """People take and drop things; questions where a thing is."""

    things = THINGS
    kinds = ("go", "get", "drop")

    def ask(self, rng, say, teller, narration):
        known = [
            (clause.thing, carriage)
            for clause in narration.recent("get", "drop")
            for carriage in [narration.knowledge.carriage(clause.thing)]
            if carriage.place
        ]
        if known:
            thing, carriage = pick(rng, known)
            place, support = carriage.place
            question = say("where is the thing?", thing)
            teller.ask(question, place, carriage.support, support)
