"""Task 16: which colour somebody has, by another of the same kind."""

from recipes.datasets.babi.simulator.draw import pick
from recipes.datasets.babi.simulator.story_teller import StoryTeller

_KINDS = ("swan", "lion", "frog", "rhino")
_COLOURS = ("gray", "white", "yellow", "green")
_PEOPLE = ("Lily", "Bernhard", "Greg", "Julius", "Brian")


class BasicInduction:
    """Kinds and colours of people; the colour of one is to be inferred.

    Those of a kind have one colour; in the released data a few differ. Of
    several people of the kind, the support names the one whose kind is told
    last. As in the released data, they are never exactly two.
    """

    def tell(self, rng, say):
        """Tells a story; None if there is no fitting question."""
        teller = StoryTeller()
        kinds = {person: pick(rng, _KINDS) for person in _PEOPLE}
        colours = {kind: pick(rng, _COLOURS) for kind in _KINDS}
        kind_at, colour_at = {}, {}
        open_people = list(_PEOPLE)
        while len(kind_at) < len(_PEOPLE) or len(open_people) > 1:
            person = pick(rng, open_people)
            kind = kinds[person]
            if person not in kind_at:
                kind_at[person] = teller.tell(say("is a", person, kind))
            else:
                colour = colours[kind]
                statement = say("is coloured", person, colour)
                colour_at[person] = teller.tell(statement)
                open_people.remove(person)
        (asked,) = open_people
        alike = [
            person for person in colour_at if kinds[person] == kinds[asked]
        ]
        if len(alike) in (0, 2):
            return None
        shown = max(alike, key=kind_at.get)
        teller.ask(
            say("has which colour?", asked),
            colours[kinds[asked]],
            (kind_at[asked], kind_at[shown], colour_at[shown]),
        )
        return teller.story()
