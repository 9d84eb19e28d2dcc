from recipes.datasets.scenes import (
    HELD_OUT_COLORS,
    HELD_OUT_TEXTURES,
    is_held_out,
)
from recipes.datasets.scenes.scene import COLORS, SHAPES, TEXTURES


def test_either_attribute_holds_a_combination_out():
    assert is_held_out("star", "blue", "plain")
    assert is_held_out("heart", "blue", "striped")
    assert not is_held_out("star", "red", "striped")


def test_combinations_are_made_of_known_attributes():
    assert {color for color, _ in HELD_OUT_COLORS} <= set(COLORS)
    assert {texture for texture, _ in HELD_OUT_TEXTURES} <= set(TEXTURES)
    pairs = HELD_OUT_COLORS | HELD_OUT_TEXTURES
    assert {shape for _, shape in pairs} <= set(SHAPES)


def test_every_attribute_value_remains_for_training():
    free = [
        (shape, color, texture)
        for shape in SHAPES
        for color in COLORS
        for texture in TEXTURES
        if not is_held_out(shape, color, texture)
    ]
    for values, known in zip(
        zip(*free, strict=True), (SHAPES, COLORS, TEXTURES), strict=True
    ):
        assert set(values) == set(known)
