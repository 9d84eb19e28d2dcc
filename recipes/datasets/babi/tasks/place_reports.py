"""Tasks on what is said about where people are, true or not, certain or not."""

from recipes.datasets.babi.simulator.draw import pick, pick_other
from recipes.datasets.babi.simulator.story_teller import StoryTeller

_QUESTIONS = 5
_RECENT = 5


def tell_place_reports(rng, say, people, places, draw_report, judge):
    """Tells two reports at a time and asks whether somebody is in a place.

    A report comes with a move of the person, told or not: the last report is
    all that is known.

    Args:
        rng: A `random.Random`.
        say: A `Wording`.
        people: Names.
        places: Names.
        draw_report: Draws what is said of a move; a function of the generator
            and of the places before and after. It returns the key of the
            wording and the places named.
        judge: The answer; a function of a report and of the place asked for,
            or None if the report does not go with a question about it.

    Returns:
        A `Story`.
    """
    teller = StoryTeller()
    here = {person: pick(rng, places) for person in people}
    last = {}  # the last report of each person, and its place in the story
    told = []  # the person of each report
    while teller.num_questions < _QUESTIONS:
        for _ in range(2):
            person = pick(rng, people)
            after = pick_other(rng, places, here[person])
            key, named = draw_report(rng, here[person], after)
            here[person] = after
            last[person] = key, named, teller.tell(say(key, person, *named))
            told.append(person)
        person = pick(rng, told[-_RECENT:])
        key, named, place = last[person]
        answer = None
        while answer is None:
            asked = pick(rng, named)
            if rng.random() < 0.5:
                asked = pick_other(rng, places, asked)
            answer = judge(key, named, asked)
        question = say("is the person in?", person, asked)
        teller.ask(question, answer, (place,))
    return teller.story()
