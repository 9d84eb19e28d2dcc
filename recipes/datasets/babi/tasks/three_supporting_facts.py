"""Task 3: where a thing was before it came to some place."""

from recipes.datasets.babi.simulator.draw import pick
from recipes.datasets.babi.simulator.entities import THINGS
from recipes.datasets.babi.tasks.everyday_task import EverydayTask


class ThreeSupportingFacts(EverydayTask):
    """People carry things about; questions where a thing was before.

    A question is about two places in a row that the holder of the thing went
    to with it, the second of which it was last brought to then.
    """

    things = THINGS
    kinds = ("go", "get", "drop")
    gets = "get, sometimes there"

    def ask(self, rng, say, teller, narration):
        known = [
            (clause.thing, carriage)
            for clause in narration.recent("get", "drop")
            for carriage in [narration.knowledge.carriage(clause.thing)]
            if len(carriage.travels) > 1
        ]
        if known:
            thing, carriage = pick(rng, known)
            before, after = pick(rng, _last_steps(carriage.travels))
            teller.ask(
                say("where was the thing before?", thing, after.place),
                before.place,
                carriage.support,
                after.support,
                before.support,
            )


def _last_steps(travels):
    """The steps of a journey to places that it does not visit again."""
    last = {visit.place: number for number, visit in enumerate(travels)}
    return [
        (travels[number - 1], travels[number])
        for number in last.values()
        if number
    ]
