"""Everyday events told as sentences, and what a reader learns from them."""

from typing import NamedTuple

from recipes.datasets.babi.simulator.draw import pick
from recipes.datasets.babi.simulator.knowledge import Knowledge

# Questions are about one of the last facts told.
_RECENT = 5


class Clause(NamedTuple):
    """One fact of a statement; two people who go together are two facts.

    Args:
        kind: That of the `Event`.
        actor: Who did it.
        thing: What was taken, dropped or given.
        target: The place gone to, or the person given to.
        support: Places of the statements that tell it.
    """

    kind: str
    actor: str
    thing: str | None
    target: str | None
    support: tuple


class NarrationStyle(NamedTuple):
    """How often sentences are linked; each from 0, never, to 1.

    Args:
        coreference: When the one who acts did so in the sentence before, he
            or she is called by a pronoun.
        conjunction: A move is made by two people.
        compound: When two people have moved, they move on together.
        gets: Key of the wordings for taking things.
    """

    coreference: float = 0.0
    conjunction: float = 0.0
    compound: float = 0.0
    gets: str = "get"


_PLAIN = NarrationStyle()


class Narration:
    """Tells what happens in a world.

    Args:
        rng: A `random.Random`.
        say: A `Wording`.
        teller: The `StoryTeller` that statements are added to.
        world: A `World`.
        style: A `NarrationStyle`.

    Attributes:
        knowledge: The reader's `Knowledge`.
    """

    def __init__(self, rng, say, teller, world, style=_PLAIN):
        self._rng, self._say, self._teller = rng, say, teller
        self._world, self._style = world, style
        self.knowledge = Knowledge(world.people)
        self._clauses = []
        self._last = None  # the last event
        self._named_at = None  # where its people are named

    def happen(self, kinds):
        """Draws the next event, tells it and makes it happen.

        Args:
            kinds: Kinds of events to draw from, see `World.draw`.
        """
        style, world, last = self._style, self._world, self._last
        if last and len(last.actors) == 2 and self._chance(style.compound):
            self.tell(world.draw_journey(last.actors), resume=True)
            return
        event = world.draw(kinds)
        if event.kind == "go" and self._chance(style.conjunction):
            event = world.draw_journey(world.draw_pair(event.actors[0]))
        resume = (
            last is not None
            and last.actors == event.actors
            and last.kind != "give"
            and self._chance(style.coreference)
        )
        self.tell(event, resume)

    def tell(self, event, resume=False):
        """Tells an event and makes it happen.

        Args:
            event: An `Event` that may happen.
            resume: Whether its people, those of the event before, are called
                by a pronoun.
        """
        kind, actors, thing, target = event
        say = self._say
        subject = say.resumed(actors) if resume else say.named(actors)
        if kind == "go":
            statement = say("go", subject, target)
        elif kind == "give":
            statement = say("give", subject, thing, target)
        else:
            key = self._style.gets if kind == "get" else kind
            statement = say(key, subject, thing)
        place = self._teller.tell(statement)
        if not resume:
            self._named_at = place
        support = (self._named_at, place) if resume else (place,)
        self._world.apply(event)
        self.knowledge.learn(event, support)
        for actor in actors:
            self._clauses.append(Clause(kind, actor, thing, target, support))
        self._last = event

    def recent(self, *kinds):
        """The last five facts told, those of some kinds only."""
        return [
            clause
            for clause in self._clauses[-_RECENT:]
            if clause.kind in kinds
        ]

    def recent_actor(self):
        """Whom one of the last five facts is about."""
        return pick(self._rng, self._clauses[-_RECENT:]).actor

    def _chance(self, rate):
        """Whether something happens that does so at a rate."""
        return rate > 0 and self._rng.random() < rate
