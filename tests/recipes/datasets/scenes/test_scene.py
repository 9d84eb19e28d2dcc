import dataclasses
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recipes.datasets.scenes import Scene, SceneObject, generate_scene

STAR = SceneObject("star", "red", "plain", "large", 0.2, 0.2, 0.2, 3.0)
OVAL = SceneObject("oval", "blue", "dotted", "small", 0.5, 0.8, 0.1)
RED_OVAL = SceneObject("oval", "red", "plain", "small", 0.9, 0.8, 0.1)


def test_rows_and_columns_are_thirds():
    assert (STAR.row, STAR.column) == (0, 0)
    assert (OVAL.row, OVAL.column) == (2, 1)


def test_the_graph_names_objects_and_relations():
    graph = json.loads(Scene("dark", (STAR, OVAL)).to_json())
    assert graph["background"] == "dark"
    assert graph["objects"][1] == {
        "shape": "oval",
        "color": "blue",
        "texture": "dotted",
        "size": "small",
        "x": 0.5,
        "y": 0.8,
        "radius": 0.1,
        "angle": 0.0,
    }
    assert graph["relations"] == [[0, "above", 1]]


def test_every_pair_has_an_edge():
    graph = json.loads(Scene("dark", (STAR, OVAL, RED_OVAL)).to_json())
    pairs = [(i, j) for i, _, j in graph["relations"]]
    assert pairs == [(0, 1), (0, 2), (1, 2)]


@given(st.integers(0, 200))
def test_reading_gives_what_was_written(index):
    scene = generate_scene("train", index, image_size=32).scene
    assert Scene.from_json(scene.to_json()) == scene


def test_groups_keep_the_order_of_salience():
    scene = Scene("dark", (OVAL, STAR, RED_OVAL))
    assert scene.grouped_by("shape") == [[OVAL, RED_OVAL], [STAR]]
    assert scene.grouped_by("color") == [[OVAL], [STAR, RED_OVAL]]
    assert scene.grouped_by("shape", "color") == [[OVAL], [STAR], [RED_OVAL]]


@pytest.mark.parametrize(
    "name, value",
    [
        ("shape", "cube"),
        ("color", "gray"),
        ("texture", None),
        ("size", "huge"),
        ("x", 1.0),
        ("y", -0.1),
    ],
)
def test_unknown_attributes_are_named(name, value):
    with pytest.raises(ValueError, match=f"`{name}` must be .*{value!r}"):
        dataclasses.replace(STAR, **{name: value})


def test_an_unknown_background_is_named():
    with pytest.raises(ValueError, match="`background` must be .*'white'"):
        Scene("white", (STAR,))
