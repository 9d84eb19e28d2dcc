"""Task 15: what somebody of a kind is afraid of."""

from recipes.datasets.babi.simulator.draw import pick, pick_other
from recipes.datasets.babi.simulator.story_teller import StoryTeller

_PLURALS = {"mouse": "mice", "sheep": "sheep", "wolf": "wolves", "cat": "cats"}
_KINDS = tuple(_PLURALS)
_PEOPLE = ("Gertrude", "Winona", "Jessica", "Emily")
_QUESTIONS = 4


class BasicDeduction:
    """What kinds are afraid of, and who is of which kind."""

    def tell(self, rng, say):
        """Tells a story; a kind's fear is told before who is of the kind."""
        teller = StoryTeller()
        kinds, fears, told_at = {}, {}, {}
        while len(told_at) < len(_KINDS) + len(_PEOPLE):
            topic = pick(rng, _KINDS + _PEOPLE)
            if topic in told_at:
                continue
            if topic in _KINDS:
                fear = fears[topic] = pick_other(rng, _KINDS, topic)
                plural = _PLURALS[topic].capitalize()
                fact = say("are afraid of", plural, _PLURALS[fear])
            else:
                kind = pick(rng, _KINDS)
                if kind not in told_at:
                    continue
                kinds[topic] = kind
                fact = say("is a", topic, kind)
            told_at[topic] = teller.tell(fact)
        for _ in range(_QUESTIONS):
            person = pick(rng, _PEOPLE)
            kind = kinds[person]
            question = say("is afraid of what?", person.lower())
            support = told_at[person], told_at[kind]
            teller.ask(question, fears[kind], support)
        return teller.story()
