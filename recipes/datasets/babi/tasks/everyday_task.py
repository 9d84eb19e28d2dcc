"""Tasks on what people do in the rooms of a house."""

from recipes.datasets.babi.simulator.check_flags import check_rate
from recipes.datasets.babi.simulator.entities import HOUSEMATES, ROOMS
from recipes.datasets.babi.simulator.narration import Narration, NarrationStyle
from recipes.datasets.babi.simulator.story_teller import StoryTeller
from recipes.datasets.babi.simulator.world import World

_QUESTIONS = 5
_LONGEST = 250  # statements; the longest released story has 228


class EverydayTask:
    """Tells two events at a time and asks, if there is something to ask.

    Args:
        coreference: How often, from 0 to 1, a sentence about the one who
            acted in the sentence before has a pronoun.
        conjunction: How often a move is made by two people together.
        compound: How often two people who moved move on together.
    """

    people = HOUSEMATES
    things = ()
    kinds = ("go",)
    gets = "get"

    def __init__(self, coreference=0.0, conjunction=0.0, compound=0.0):
        for name, rate in (
            ("coreference", coreference),
            ("conjunction", conjunction),
            ("compound", compound),
        ):
            check_rate(name, rate)
        if compound and not conjunction:
            raise ValueError(
                "`compound` moves on pairs of people, and without "
                "`conjunction` there are none: give both. Received: "
                f"compound={compound!r}, conjunction={conjunction!r}."
            )
        self._style = NarrationStyle(
            coreference, conjunction, compound, self.gets
        )

    def tell(self, rng, say):
        """Tells a story; None if it grew too long before it was complete."""
        teller = StoryTeller()
        world = World(rng, self.people, ROOMS, self.things)
        narration = Narration(rng, say, teller, world, self._style)
        while teller.num_questions < _QUESTIONS:
            if teller.num_statements >= _LONGEST:
                return None
            narration.happen(self.kinds)
            narration.happen(self.kinds)
            self.ask(rng, say, teller, narration)
        return teller.story()

    def ask(self, rng, say, teller, narration):
        """Asks a question, if what was told allows one.

        Args:
            rng: A `random.Random`.
            say: A `Wording`.
            teller: The `StoryTeller`.
            narration: The `Narration` so far.
        """
        raise NotImplementedError
