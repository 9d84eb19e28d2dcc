"""What a reader of the statements knows, and what it follows from."""

from typing import NamedTuple


class Visit(NamedTuple):
    """A place that a person is known to have gone to.

    Args:
        place: Its name.
        support: Statements that it follows from.
    """

    place: str
    support: tuple


class Carriage(NamedTuple):
    """What is known of a thing since somebody took it.

    Args:
        support: Statements of its last event: it was taken, given or dropped.
        travels: `Visit`s of its holder since then, up to the drop.
        place: The `Visit` to where it is, or None if that does not follow. A
            thing that was only just taken has no place yet: in the released
            data its holder must move first.
    """

    support: tuple
    travels: list
    place: Visit | None


class Knowledge:
    """Facts that follow from the statements told so far.

    It is kept apart from the world: a reader does not know where people and
    things are before that was told.

    Args:
        people: Names.
    """

    def __init__(self, people):
        self._visits = {person: [] for person in people}
        self._carried = {}  # thing: [holder, first visit, last, support]
        self._handled = {person: {} for person in people}

    def learn(self, event, support):
        """Takes in an event, told by the statements `support`."""
        kind, actors, thing, target = event
        if kind == "go":
            visit = Visit(target, support)
            for actor in actors:
                self._visits[actor].append(visit)
            return
        (actor,) = actors
        self._note_handling(actor, thing, support, kind == "get")
        if kind == "drop":
            carried = self._carried[thing]
            carried[2:] = len(self._visits[actor]), support
            return
        holder = actor
        if kind == "give":
            holder = target
            self._note_handling(holder, thing, support, True)
        start = len(self._visits[holder])
        self._carried[thing] = [holder, start, None, support]

    def last_visit(self, person):
        """The `Visit` to where a person is; None if that was not told."""
        visits = self._visits[person]
        return visits[-1] if visits else None

    def carriage(self, thing):
        """The `Carriage` of a thing that was taken."""
        holder, start, end, support = self._carried[thing]
        visits = self._visits[holder]
        travels = visits[start:end]
        known = travels if end is None else visits[:end]
        return Carriage(support, travels, known[-1] if known else None)

    def handled(self, person):
        """What a person took, gave, was given and dropped.

        Returns:
            A dict from things, in the order the person first had them, to
            `(supports, held)`: the statements of each event, and whether the
            person has the thing.
        """
        return self._handled[person]

    def _note_handling(self, person, thing, support, held):
        supports, _ = self._handled[person].get(thing, ((), False))
        self._handled[person][thing] = (*supports, support), held
