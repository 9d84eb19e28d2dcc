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


class SizeReasoning:
    """Comparisons of things, of which the chocolates are smallest.

    Statements come in blocks until some of them make a chain.

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
        told = {}  # the places of statements of a pair
        chains = []
        while not chains:
            if teller.num_statements >= _BLOCKS * (self._steps + 3):
                return None
            for _ in range(self._steps + 3):
                pair = pick(rng, _PAIRS)
                bigger, smaller = (things[number] for number in pair)
                if rng.random() < 0.5:
                    statement = say("is bigger than", bigger, smaller)
                else:
                    statement = say("fits inside", smaller, bigger)
                told.setdefault(pair, []).append(teller.tell(statement))
            chains = _chains(told, self._steps)
        for _ in range(_QUESTIONS):
            _ask(rng, say, teller, things, told, pick(rng, chains))
        return teller.story()


def _chains(told, steps):
    """All chains of so many pairs, from the bigger thing to the smaller."""
    chains = [(pair,) for pair in told]
    for _ in range(steps - 1):
        chains = [
            (*chain, pair)
            for chain in chains
            for pair in told
            if pair[0] == chain[-1][1]
        ]
    return chains


def _ask(rng, say, teller, things, told, chain):
    bigger, smaller = things[chain[0][0]], things[chain[-1][1]]
    support = tuple(pick(rng, told[pair]) for pair in chain)
    yes = rng.random() < 0.5
    if not yes:
        bigger, smaller, support = smaller, bigger, support[::-1]
    if rng.random() < 0.5:
        question = say("is it bigger?", bigger, smaller)
    else:
        question = say("does it fit?", smaller, bigger)
    teller.ask(question, "yes" if yes else "no", support)
