import numpy as np
import pytest

from recipes.datasets.scenes import SceneObject
from recipes.datasets.scenes.relation_phrase import (
    RELATION_PHRASES,
    relation_phrase,
)
from recipes.datasets.scenes.spatial_relation import INVERSE


def _object(x, y, shape="star", radius=0.1):
    return SceneObject(shape, "red", "plain", "small", x, y, radius)


def _relations(a, b):
    rng = np.random.default_rng(0)
    phrases = {relation_phrase(rng, a, b) for _ in range(40)}
    return {" ".join(word for word, _ in words) for words in phrases}


@pytest.mark.parametrize(
    "a, b, relations",
    [
        ((0.2, 0.2), (0.2, 0.8), {"above", "directly above"}),
        ((0.2, 0.8), (0.8, 0.2), {"below", "below and to the left of"}),
        ((0.2, 0.2), (0.5, 0.2), {"to the left of", "beside"}),
        ((0.8, 0.2), (0.2, 0.2), {"to the right of"}),
        ((0.8, 0.2), (0.2, 0.5), {"to the right of"}),
    ],
)
def test_phrases_and_their_variants(a, b, relations):
    assert _relations(_object(*a), _object(*b)) == relations


def test_containment_has_one_phrase():
    ring = _object(0.5, 0.5, "ring", 0.2)
    assert _relations(_object(0.5, 0.5), ring) == {"inside"}
    assert _relations(ring, _object(0.5, 0.5)) == {"around"}


def test_every_relation_has_a_phrase():
    assert set(RELATION_PHRASES) == set(INVERSE)
