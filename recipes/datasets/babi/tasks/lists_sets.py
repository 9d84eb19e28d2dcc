"""Task 8: which things a person carries."""

from recipes.datasets.babi.simulator.draw import pick
from recipes.datasets.babi.simulator.entities import THINGS
from recipes.datasets.babi.tasks.everyday_task import EverydayTask


class ListsSets(EverydayTask):
    """People take and drop things; questions which ones one has.

    The answer lists things in the order the person first had them, and so
    does the support: all about the first thing, then all about the second.
    """

    things = THINGS
    kinds = ("go", "get", "drop")

    def ask(self, rng, say, teller, narration):
        recent = narration.recent("get", "drop")
        if recent:
            person = pick(rng, recent).actor
            handled = narration.knowledge.handled(person)
            held = [thing for thing, (_, has) in handled.items() if has]
            teller.ask(
                say("which things?", person),
                ",".join(held) or "nothing",
                *(part for parts, _ in handled.values() for part in parts),
            )
