import collections
import random

import pytest

from recipes.datasets.babi.simulator.directions import (
    DIRECTIONS,
    neighbour,
    opposite,
)
from recipes.datasets.babi.simulator.relations import Relation, told_relations

CARDINAL = DIRECTIONS["cardinal"]
NORTH, EAST, SOUTH, WEST = CARDINAL


@pytest.mark.parametrize("directions", DIRECTIONS.values())
def test_opposites_lead_back(directions):
    for direction in directions:
        there = neighbour((3, 5), direction)
        back = neighbour(there, opposite(directions, direction))
        assert there != (3, 5) and back == (3, 5)
    assert neighbour((3, 5), directions[0]) == (3, 6)


def test_each_relation_is_told_once_and_means_the_same():
    relations = [Relation("a", NORTH, "b"), Relation("b", EAST, "c")]
    same = {
        relation: number
        for number, told in enumerate(relations)
        for relation in (told, told.reversed(CARDINAL))
    }
    assert Relation("b", SOUTH, "a") in same
    seen = set()
    for seed in range(50):
        told = told_relations(random.Random(seed), relations, CARDINAL)
        assert sorted(same[relation] for relation in told) == [0, 1]
        seen.add(tuple(told))
    assert len(seen) == 8


@pytest.mark.parametrize("topic, place", [("subject", 0), ("reference", 2)])
def test_what_has_few_relations_is_oftener_told_of(topic, place):
    """The ends of a chain: drawn two times of three, see `told_relations`."""
    rng, counts = random.Random(0), collections.Counter()
    relations = [Relation("a", NORTH, "b"), Relation("b", NORTH, "c")]
    for _ in range(3000):
        for told in told_relations(rng, relations, CARDINAL, topic):
            counts[told[place] != "b"] += 1
    assert counts[True] / 6000 == pytest.approx(2 / 3, abs=0.02)
