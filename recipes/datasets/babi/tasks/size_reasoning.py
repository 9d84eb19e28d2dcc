"""Task 18: which of two things is bigger, by a chain of comparisons."""

from recipes.datasets.babi.simulator.check_flags import check_count
from recipes.datasets.babi.simulator.draw import pick, shuffled
from recipes.datasets.babi.simulator.story_teller import StoryTeller

_VARYING = ("suitcase", "container", "box", "chest")
_SMALL = ("box of chocolates", "chocolate")
_PAIRS = tuple(
    (bigger, smaller)
    for bigger in range(len(_VARYING) + len(_SMALL))
    for smaller in range(bigger + 1, len(_VARYING) + len(_SMALL))
)
_QUESTIONS = 5
_BLOCKS = 5
_RECENT = 5


class SizeReasoning:
    """Comparisons of things, of which the chocolates are smallest.

    Statements come in blocks until some of them make a chain. A question
    starts from one of the last five statements and goes on by the first one
    told about the thing reached, as in the released data.

    Args:
        steps: How many comparisons an answer takes, up to 5.
    """

    def __init__(self, steps=2):
        check_count("steps", steps, 1, 5)
        self._steps = steps

    def tell(self, rng, say):
        """Tells a story; None if no chain is complete after a few blocks."""
        teller = StoryTeller()
        things = (*shuffled(rng, _VARYING), *_SMALL)
        told, chains = [], []
        while not chains:
            if len(told) >= _BLOCKS * (self._steps + 3):
                return None
            for _ in range(self._steps + 3):
                told.append(pick(rng, _PAIRS))
                bigger, smaller = (things[number] for number in told[-1])
                if rng.random() < 0.5:
                    teller.tell(say("is bigger than", bigger, smaller))
                else:
                    teller.tell(say("fits inside", smaller, bigger))
            chains = self._chains(told)
        for _ in range(_QUESTIONS):
            _ask(rng, say, teller, things, *pick(rng, chains))
        return teller.story()

    def _chains(self, told):
        """What can be asked.

        Returns:
            A list of `(asked, other, support)`: two of the things, which are
            numbered from the biggest, and the places of the statements that
            lead from one to the other.
        """
        # From the bigger to the smaller, and back.
        links = [(pair, pair[::-1]) for pair in told]
        chains = []
        for way in (0, 1):
            first = {}
            for place, link in enumerate(links):
                first.setdefault(link[way][0], place)
            for start in range(max(0, len(told) - _RECENT), len(told)):
                places = [start]
                while len(places) < self._steps:
                    place = first.get(links[places[-1]][way][1])
                    if place is None:
                        break
                    places.append(place)
                else:
                    ends = links[start][way][0], links[places[-1]][way][1]
                    chains.append((*ends, tuple(places)))
        return chains


def _ask(rng, say, teller, things, asked, other, support):
    if rng.random() < 0.5:
        question = say("is it bigger?", things[asked], things[other])
    else:
        question = say("does it fit?", things[other], things[asked])
    teller.ask(question, "yes" if asked < other else "no", support)
