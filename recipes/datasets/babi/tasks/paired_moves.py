"""Tasks of two moves and a question where somebody is, five times."""

from recipes.datasets.babi.simulator.entities import HOUSEMATES, ROOMS
from recipes.datasets.babi.simulator.narration import Narration
from recipes.datasets.babi.simulator.story_teller import StoryTeller
from recipes.datasets.babi.simulator.world import World

_QUESTIONS = 5


def tell_paired_moves(rng, say, together, resume):
    """Tells a story.

    Args:
        rng: A `random.Random`.
        say: A `Wording`.
        together: Whether two people go together.
        resume: Whether those of a move go on in the next, under a pronoun.

    Returns:
        A `Story`.
    """
    teller = StoryTeller()
    world = World(rng, HOUSEMATES, ROOMS)
    narration = Narration(rng, say, teller, world)
    while teller.num_questions < _QUESTIONS:
        for goes_on in (False, resume):
            if not goes_on:
                actors = world.draw_pair() if together else world.draw_person()
            narration.tell(world.draw_journey(actors), goes_on)
        person = narration.recent_actor()
        visit = narration.knowledge.last_visit(person)
        question = say("where is the person?", person)
        teller.ask(question, visit.place, visit.support)
    return teller.story()
