import numpy as np

from recipes.datasets.scenes import Scene, SceneObject
from recipes.datasets.scenes.constellation_slots import constellation_slots


def _object(shape, color, x, y, texture="plain", size="small"):
    return SceneObject(shape, color, texture, size, x, y, 0.095)


def _texts(*objects):
    slots = constellation_slots(
        np.random.default_rng(0), Scene("dark", objects)
    )
    return {
        name: " ".join(word for word, _ in words)
        for name, words in slots.items()
    }


def test_an_ordinary_pair_has_none():
    assert not _texts(
        _object("star", "red", 0.2, 0.2), _object("oval", "blue", 0.8, 0.5)
    )


def test_a_group_with_a_common_relation():
    texts = _texts(
        _object("star", "red", 0.2, 0.2),
        _object("star", "red", 0.8, 0.2, "dotted"),
        _object("oval", "blue", 0.5, 0.8),
    )
    assert texts["group"] == "two red stars"
    assert texts["group_to_b"] == "above"
    assert texts["group_b"] == "a blue oval"
    assert texts["every"] == "both stars"
    assert texts["trait"] == "red"
    assert (texts["one_trait"], texts["other_trait"]) == ("plain", "dotted")


def test_a_group_without_a_common_relation():
    texts = _texts(
        _object("star", "red", 0.2, 0.2),
        _object("star", "blue", 0.2, 0.8),
        _object("oval", "blue", 0.2, 0.5),
    )
    assert "group" not in texts
    assert texts["one"] == "one star"
    assert (texts["one_trait"], texts["other_trait"]) == ("red", "blue")


def test_three_of_a_kind():
    texts = _texts(*(_object("cross", "red", x, 0.5) for x in (0.2, 0.5, 0.8)))
    assert texts["every"] == "all three crosses"
    assert texts["middle"] == "a red cross"
    assert texts["ends"] == "two other red crosses"
    assert "one" not in texts


def test_a_row_and_a_column_have_a_middle():
    left, middle, right = (
        _object("star", "red", 0.2, 0.2),
        _object("oval", "blue", 0.5, 0.2),
        _object("ring", "blue", 0.8, 0.2),
    )
    row = _texts(right, left, middle)
    assert row["middle"] == "a blue oval"
    assert row["ends"] == "a red star and a blue ring"
    column = _texts(
        _object("star", "red", 0.5, 0.8),
        _object("oval", "blue", 0.5, 0.5),
        _object("star", "red", 0.5, 0.2),
    )
    assert column["ends"] == "two red stars"


def test_an_end_like_the_middle_is_another():
    texts = _texts(
        _object("star", "red", 0.2, 0.2),
        _object("star", "red", 0.5, 0.2),
        _object("oval", "blue", 0.8, 0.2),
    )
    assert texts["ends"] == "another red star and a blue oval"


def test_what_a_ring_holds():
    ring = SceneObject("ring", "blue", "plain", "large", 0.5, 0.5, 0.21)
    texts = _texts(ring, _object("star", "red", 0.5, 0.5))
    assert (texts["inner"], texts["other_outer"]) == (
        "a red star",
        "a blue ring",
    )
    rings = _texts(ring, _object("ring", "blue", 0.5, 0.5))
    assert rings["other_outer"] == "a large blue ring"
