"""Task 1: where a person is, by the last move."""

from recipes.datasets.babi.tasks.everyday_task import EverydayTask


class SingleSupportingFact(EverydayTask):
    """Moves of people, and questions where one of them is."""

    def ask(self, rng, say, teller, narration):
        person = narration.recent_actor()
        visit = narration.knowledge.last_visit(person)
        question = say("where is the person?", person)
        teller.ask(question, visit.place, visit.support)
