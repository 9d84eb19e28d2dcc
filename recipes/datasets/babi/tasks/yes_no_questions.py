"""Task 6: whether a person is in a place."""

from recipes.datasets.babi.simulator.draw import pick, pick_other
from recipes.datasets.babi.simulator.entities import ROOMS, THINGS
from recipes.datasets.babi.tasks.everyday_task import EverydayTask


class YesNoQuestions(EverydayTask):
    """As task 2, with questions whether a person is in a place."""

    things = THINGS
    kinds = ("go", "get", "drop")

    def ask(self, rng, say, teller, narration):
        moves = narration.recent("go")
        if moves:
            person = pick(rng, moves).actor
            place, support = narration.knowledge.last_visit(person)
            yes = rng.random() < 0.5
            asked = place if yes else pick_other(rng, ROOMS, place)
            question = say("is the person in?", person, asked)
            teller.ask(question, "yes" if yes else "no", support)
