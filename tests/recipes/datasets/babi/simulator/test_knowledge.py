import pytest

from recipes.datasets.babi.simulator.knowledge import Knowledge, Visit
from recipes.datasets.babi.simulator.world import Event


@pytest.fixture
def learn():
    """A function that takes in events, told one a line, and returns all."""
    knowledge = Knowledge(("Ann", "Bob"))

    def take_in(*events):
        for place, event in enumerate(events):
            knowledge.learn(Event(*event), (place,))
        return knowledge

    return take_in


def go(*people, to):
    return "go", people, None, to


def test_where_people_are(learn):
    knowledge = learn(go("Ann", "Bob", to="hall"), go("Ann", to="shed"))
    assert knowledge.last_visit("Ann") == Visit("shed", (1,))
    assert knowledge.last_visit("Bob") == Visit("hall", (0,))


def test_nothing_is_known_before_it_is_told(learn):
    assert learn().last_visit("Ann") is None
    carriage = learn(("get", ("Ann",), "hat")).carriage("hat")
    assert carriage.place is None and carriage.travels == []


def test_a_thing_is_where_its_holder_goes(learn):
    carriage = learn(
        go("Ann", to="hall"),
        ("get", ("Ann",), "hat"),
        go("Ann", to="shed"),
        go("Ann", to="yard"),
    ).carriage("hat")
    assert carriage.support == (1,)
    assert [visit.place for visit in carriage.travels] == ["shed", "yard"]
    assert carriage.place == Visit("yard", (3,))


def test_a_thing_stays_where_it_was_dropped(learn):
    carriage = learn(
        go("Ann", to="hall"),
        ("get", ("Ann",), "hat"),
        ("drop", ("Ann",), "hat"),
        go("Ann", to="shed"),
    ).carriage("hat")
    assert (carriage.support, carriage.travels) == ((2,), [])
    assert carriage.place == Visit("hall", (0,))


def test_a_gift_is_with_its_receiver(learn):
    knowledge = learn(
        ("get", ("Ann",), "hat"),
        ("give", ("Ann",), "hat", "Bob"),
        go("Bob", to="shed"),
        go("Ann", to="hall"),
    )
    assert knowledge.carriage("hat").place == Visit("shed", (2,))
    assert knowledge.handled("Ann") == {"hat": (((0,), (1,)), False)}
    assert knowledge.handled("Bob") == {"hat": (((1,),), True)}


def test_things_handled_keep_the_order_first_had(learn):
    handled = learn(
        ("get", ("Ann",), "pen"),
        ("get", ("Ann",), "hat"),
        ("drop", ("Ann",), "pen"),
        ("get", ("Ann",), "pen"),
    ).handled("Ann")
    assert list(handled.items()) == [
        ("pen", (((0,), (2,), (3,)), True)),
        ("hat", (((1,),), True)),
    ]
