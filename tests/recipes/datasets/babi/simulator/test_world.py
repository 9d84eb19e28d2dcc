import random

import pytest

from recipes.datasets.babi.simulator.world import Event, World

PEOPLE, PLACES, THINGS = ("Ann", "Bob", "Cy"), ("hall", "shed"), ("hat", "pen")


def draws(world, kinds, number=200):
    return [world.draw(kinds) for _ in range(number)]


@pytest.fixture
def world():
    """Ann and Bob in the hall, Cy in the shed; Ann has both things."""
    world = World(random.Random(0), PEOPLE, PLACES, THINGS)
    world.apply(Event("go", ("Ann", "Bob"), target="hall"))
    world.apply(Event("go", ("Cy",), target="shed"))
    for thing in THINGS:
        world.apply(Event("go", ("Ann",), target=world._lying[thing]))
        world.apply(Event("get", ("Ann",), thing))
    world.apply(Event("go", ("Ann",), target="hall"))
    return world


def test_people_go_elsewhere(world):
    for event in draws(world, ["go"]):
        (actor,) = event.actors
        assert event.target == ("hall" if actor == "Cy" else "shed")


def test_only_who_has_things_drops_them(world):
    drops = {e[1:3] for e in draws(world, ["go", "drop"]) if e.kind == "drop"}
    assert drops == {(("Ann",), "hat"), (("Ann",), "pen")}
    gets = [e for e in draws(world, ["go", "get"]) if e.kind == "get"]
    assert not gets


def test_things_are_got_where_they_lie(world):
    world.apply(Event("drop", ("Ann",), "pen"))
    gets = {e.actors for e in draws(world, ["go", "get"]) if e.kind == "get"}
    assert gets == {("Ann",), ("Bob",)}


def test_the_first_thing_is_given_to_the_first_one_near(world):
    gifts = {e for e in draws(world, ["go", "give"]) if e.kind == "give"}
    assert gifts == {Event("give", ("Ann",), "hat", "Bob")}
    world.apply(gifts.pop())
    gifts = {e for e in draws(world, ["go", "give"]) if e.kind == "give"}
    assert gifts == {
        Event("give", ("Ann",), "pen", "Bob"),
        Event("give", ("Bob",), "hat", "Ann"),
    }


def test_nobody_gives_at_a_distance(world):
    world.apply(Event("go", ("Bob",), target="shed"))
    kinds = {event.kind for event in draws(world, ["go", "give"])}
    assert kinds == {"go"}


def test_journeys_lead_away_from_everybody():
    world = World(random.Random(0), PEOPLE, ("hall", "shed", "yard"))
    world.apply(Event("go", ("Ann",), target="hall"))
    world.apply(Event("go", ("Bob",), target="shed"))
    for _ in range(20):
        assert world.draw_journey(("Ann", "Bob")).target == "yard"


def test_pairs_have_any_order(world):
    pairs = {world.draw_pair() for _ in range(200)}
    assert len(pairs) == 6
    assert {world.draw_pair("Cy") for _ in range(200)} == {
        pair for pair in pairs if "Cy" in pair
    }
