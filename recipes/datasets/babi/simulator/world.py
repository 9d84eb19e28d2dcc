"""A world of people, places and things, and what may happen in it."""

from typing import NamedTuple

from recipes.datasets.babi.simulator.draw import pick, pick_other


class Event(NamedTuple):
    """Something that happens.

    Args:
        kind: `"go"`, `"get"`, `"drop"` or `"give"`.
        actors: Who does it; two people may go together.
        thing: What is taken, dropped or given.
        target: The place gone to, or the person given to.
    """

    kind: str
    actors: tuple
    thing: str | None = None
    target: str | None = None


class World:
    """Where people and things are, which starts at random.

    Args:
        rng: A `random.Random`.
        people: Names; of several people near, a thing is given to the first.
        places: Names.
        things: Names; of several things held, the first of the alphabet is
            given.
    """

    def __init__(self, rng, people, places, things=()):
        self._rng = rng
        self.people, self.places = people, places
        self._place = {person: pick(rng, places) for person in people}
        self._lying = {thing: pick(rng, places) for thing in things}
        self._held = {person: [] for person in people}
        self._drawing = {
            "go": self._draw_go,
            "get": self._draw_get,
            "drop": self._draw_drop,
            "give": self._draw_give,
        }

    def draw(self, kinds):
        """Draws an event that may happen now.

        Actor and kind are drawn anew until the event may happen, so that
        those who can do more act more often, as in the released data.

        Args:
            kinds: Kinds of events; those listed several times come oftener.
                `"go"` must be among them, as it is always possible.
        """
        # Most of the time is spent here: `pick`, written out.
        random, people, drawing = self._rng.random, self.people, self._drawing
        while True:
            actor = people[int(random() * len(people))]
            event = drawing[kinds[int(random() * len(kinds))]](actor)
            if event is not None:
                return event

    def draw_journey(self, actors):
        """Draws where people go together: a place where none of them is."""
        here = [self._place[actor] for actor in actors]
        while True:
            place = pick(self._rng, self.places)
            if place not in here:
                return Event("go", actors, target=place)

    def draw_person(self):
        """Draws somebody, as a tuple of one."""
        return (pick(self._rng, self.people),)

    def draw_pair(self, actor=None):
        """Draws two different people, in any order; one may be given."""
        first = actor or pick(self._rng, self.people)
        second = pick_other(self._rng, self.people, first)
        if actor and self._rng.random() < 0.5:
            return second, first
        return first, second

    def apply(self, event):
        """Makes an event happen."""
        kind, actors, thing, target = event
        if kind == "go":
            for actor in actors:
                self._place[actor] = target
        elif kind == "get":
            del self._lying[thing]
            self._held[actors[0]].append(thing)
        else:
            self._held[actors[0]].remove(thing)
            if kind == "drop":
                self._lying[thing] = self._place[actors[0]]
            else:
                self._held[target].append(thing)

    def _draw_go(self, actor):
        place = pick(self._rng, self.places)
        if place != self._place[actor]:
            return Event("go", (actor,), target=place)
        return None

    def _draw_get(self, actor):
        here = self._place[actor]
        lying = [thing for thing, place in self._lying.items() if place == here]
        if lying:
            return Event("get", (actor,), pick(self._rng, lying))
        return None

    def _draw_drop(self, actor):
        held = self._held[actor]
        if held:
            return Event("drop", (actor,), pick(self._rng, held))
        return None

    def _draw_give(self, actor):
        # As in the released data, the first thing to the first one near.
        held, here = self._held[actor], self._place[actor]
        if not held:
            return None
        for person, place in self._place.items():
            if place == here and person != actor:
                return Event("give", (actor,), min(held), person)
        return None
