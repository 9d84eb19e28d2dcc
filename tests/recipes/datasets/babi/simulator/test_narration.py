import random

from recipes.datasets.babi.simulator.narration import Narration, NarrationStyle
from recipes.datasets.babi.simulator.story_teller import StoryTeller
from recipes.datasets.babi.simulator.wording import Wording
from recipes.datasets.babi.simulator.world import Event, World


def narrate(style=None, seed=0):
    rng, teller = random.Random(seed), StoryTeller()
    world = World(rng, ("John", "Mary"), ("hall", "shed", "yard"), ("hat",))
    say = Wording(rng, symbolic=True)
    narration = Narration(rng, say, teller, world, style or NarrationStyle())
    return narration, teller


def texts(teller):
    teller.ask("q", "a", ())
    return list(teller.story().statements)


def test_pronouns_add_the_statement_that_names_their_people():
    narration, teller = narrate()
    narration.tell(Event("go", ("Mary",), target="hall"))
    narration.tell(Event("go", ("Mary",), target="shed"), resume=True)
    narration.tell(Event("go", ("Mary",), target="yard"), resume=True)
    assert texts(teller) == ["Mary go hall", "she go shed", "she go yard"]
    assert narration.knowledge.last_visit("Mary").support == (0, 2)


def test_two_people_are_two_facts():
    narration, _ = narrate()
    for place in ("hall", "shed", "yard"):
        narration.tell(Event("go", ("John", "Mary"), target=place))
    assert [(c.actor, c.target) for c in narration.recent("go")] == [
        ("Mary", "hall"),
        ("John", "shed"),
        ("Mary", "shed"),
        ("John", "yard"),
        ("Mary", "yard"),
    ]
    assert narration.recent("get") == []
    assert narration.recent_actor() in ("John", "Mary")


def test_styles():
    together = NarrationStyle(conjunction=1.0, compound=1.0)
    narration, teller = narrate(together)
    for _ in range(5):
        narration.happen(["go"])
    first, *others = texts(teller)
    assert first.startswith(("John Mary go", "Mary John go"))
    assert all(text.startswith("they go") for text in others)

    narration, teller = narrate(NarrationStyle(coreference=1.0))
    for _ in range(30):
        narration.happen(["go", "get", "drop"])
    subjects = [text.split()[0] for text in texts(teller)]
    people = {"she": "Mary", "he": "John"}
    last = None
    for subject in subjects:
        person = people.get(subject, subject)
        assert (subject in people) == (person == last)
        last = person


def test_plain_style_names_everybody():
    narration, teller = narrate()
    for _ in range(30):
        narration.happen(["go", "get", "drop", "give"])
    assert {text.split()[0] for text in texts(teller)} == {"John", "Mary"}
