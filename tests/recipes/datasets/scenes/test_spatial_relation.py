import pytest
from hypothesis import given
from hypothesis import strategies as st

from recipes.datasets.scenes import SceneObject
from recipes.datasets.scenes.spatial_relation import INVERSE, spatial_relation


def _object(x, y, shape="star", radius=0.1):
    return SceneObject(shape, "red", "plain", "small", x, y, radius)


@pytest.mark.parametrize(
    "a, b, relation",
    [
        ((0.2, 0.2), (0.2, 0.8), "above"),
        ((0.5, 0.8), (0.5, 0.5), "below"),
        ((0.2, 0.5), (0.8, 0.5), "left of"),
        ((0.8, 0.2), (0.2, 0.5), "right of"),
        # A tie goes to the vertical direction.
        ((0.2, 0.2), (0.5, 0.5), "above"),
        ((0.8, 0.8), (0.2, 0.2), "below"),
    ],
)
def test_the_larger_distance_decides(a, b, relation):
    assert spatial_relation(_object(*a), _object(*b)) == relation


def test_a_ring_holds_what_fits_into_its_hole():
    ring = _object(0.5, 0.5, shape="ring", radius=0.2)
    assert spatial_relation(_object(0.51, 0.5), ring) == "inside"
    assert spatial_relation(ring, _object(0.51, 0.5)) == "around"
    disc = _object(0.5, 0.5, shape="circle", radius=0.2)
    assert spatial_relation(_object(0.51, 0.5), disc) != "inside"


_places = st.tuples(st.sampled_from([0.17, 0.5, 0.83]), st.just(0.5)).flatmap(
    lambda x: st.tuples(st.just(x[0]), st.sampled_from([0.17, 0.5, 0.83]))
)


@given(_places, _places)
def test_swapping_the_objects_inverts_the_relation(a, b):
    if a == b:
        return
    a, b = _object(*a), _object(*b)
    assert spatial_relation(b, a) == INVERSE[spatial_relation(a, b)]
