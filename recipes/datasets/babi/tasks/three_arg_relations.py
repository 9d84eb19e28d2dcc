"""Task 5: who gave what to whom."""

from recipes.datasets.babi.simulator.draw import pick
from recipes.datasets.babi.simulator.entities import FRIENDS, THINGS
from recipes.datasets.babi.tasks.everyday_task import EverydayTask

# What was given is asked twice as often.
_FORMS = ("what", "what", "who gave", "who gave to", "to whom", "who received")


class ThreeArgRelations(EverydayTask):
    """People give things to each other; a question about the last gift."""

    people = FRIENDS
    things = THINGS
    kinds = ("go", "get", "drop", "give", "give", "give", "give")

    def ask(self, rng, say, teller, narration):
        gifts = narration.recent("give")
        if gifts:
            gift = gifts[-1]
            text, answer = _question(pick(rng, _FORMS), say, gift)
            teller.ask(text, answer, gift.support)


def _question(form, say, gift):
    giver, thing, receiver = gift.actor, gift.thing, gift.target
    if form == "what":
        return say("what did they give?", giver, receiver), thing
    if form == "who gave":
        return say("who gave?", thing), giver
    if form == "who gave to":
        return say("who gave to?", thing, receiver), giver
    if form == "to whom":
        return say("who did they give to?", giver, thing), receiver
    return say("who received?", thing), receiver
