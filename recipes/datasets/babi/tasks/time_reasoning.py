"""Task 14: where a person was before, told out of order."""

from recipes.datasets.babi.simulator.draw import pick, shuffled
from recipes.datasets.babi.simulator.entities import TOWN, TOWNSPEOPLE
from recipes.datasets.babi.simulator.story_teller import StoryTeller

_TIMES = ("yesterday", "this morning", "this afternoon", "this evening")
_QUESTIONS = 5
_RECENT = 5


class TimeReasoning:
    """Moves with their time; questions where somebody was before a place.

    Moves are drawn two by two in the order of time. They are told when a
    question can be asked, the order of those that wait being changed. Nobody
    goes to a place twice; in the released data one move of ten does, and
    questions are then about the later visit.
    """

    def tell(self, rng, say):
        """Tells a story; None if everybody ran out of times."""
        teller = StoryTeller()
        been = {person: [] for person in TOWNSPEOPLE}
        happened, told_at, waiting = [], {}, []
        while teller.num_questions < _QUESTIONS:
            for _ in range(2):
                if len(happened) == len(TOWNSPEOPLE) * len(_TIMES):
                    return None
                move = _draw_move(rng, been)
                happened.append(move)
                waiting.append(move)
            # Before the second move of a person, there is no "before".
            askable = [move for move in happened[-_RECENT:] if move[1]]
            if askable:
                for person, number in _disordered(rng, waiting):
                    place = been[person][number]
                    statement = say(_TIMES[number], person, place)
                    told_at[person, number] = teller.tell(statement)
                waiting = []
                person, number = pick(rng, askable)
                before, after = been[person][number - 1 : number + 1]
                places = told_at[person, number], told_at[person, number - 1]
                question = say("where was the person before?", person, after)
                teller.ask(question, before, places)
        return teller.story()


def _draw_move(rng, been):
    """Adds a move to `been`, and returns its person and number."""
    while True:
        person, place = pick(rng, TOWNSPEOPLE), pick(rng, TOWN)
        places = been[person]
        if len(places) < len(_TIMES) and place not in places:
            places.append(place)
            return person, len(places) - 1


def _disordered(rng, moves):
    """The moves in any other order."""
    while True:
        order = shuffled(rng, moves)
        if order != moves:
            return order
