"""Task 20: where people will go and why they did what they did."""

from recipes.datasets.babi.simulator.draw import pick
from recipes.datasets.babi.simulator.story_teller import StoryTeller

_MOTIVES = {  # state: place, thing
    "hungry": ("kitchen", "apple"),
    "thirsty": ("kitchen", "milk"),
    "bored": ("garden", "football"),
    "tired": ("bedroom", "pajamas"),
}
_PEOPLE = ("Jason", "Antoine", "Sumit", "Yann")


class AgentsMotivations:
    """People in need go where it can be met, and take what meets it.

    Each statement is followed by a question. What one has taken, nobody else
    can take.
    """

    def tell(self, rng, say):
        """Tells a story."""
        teller = StoryTeller()
        states = {person: pick(rng, tuple(_MOTIVES)) for person in _PEOPLE}
        support = {}  # the statement of the state of each person
        gone, taken = set(), set()
        acting = list(_PEOPLE)
        while acting:
            person = pick(rng, acting)
            state, name = states[person], person.lower()
            place, thing = _MOTIVES[state]
            if person not in support:
                told = teller.tell(say("is in a state", person, state))
                support[person] = (told,)
                question, answer = say("where will they go?", name), place
            elif person not in gone:
                gone.add(person)
                teller.tell(say("go", person, place))
                question = say("why did they go?", name, place)
                answer = state
            elif thing in taken:
                acting.remove(person)
                continue
            else:
                taken.add(thing)
                acting.remove(person)
                teller.tell(say("get", person, thing))
                question = say("why did they get?", name, thing)
                answer = state
            teller.ask(question, answer, support[person])
        return teller.story()
