import numpy as np
import pytest

from recipes.datasets.scenes import Scene, SceneObject, draw_scene
from recipes.datasets.scenes.draw_scene import (
    BACKGROUND_VALUES,
    COLOR_VALUES,
    TEXTURE_VALUE,
)
from recipes.datasets.scenes.scene import COLORS, SHAPES, TEXTURES


def _draw(image_size=64, background="dark", **attributes):
    obj = {
        "shape": "circle",
        "color": "red",
        "texture": "plain",
        "size": "large",
        "x": 0.5,
        "y": 0.5,
        "radius": 0.2,
        **attributes,
    }
    return draw_scene(Scene(background, (SceneObject(**obj),)), image_size)


def _drawn(image, background="dark"):
    return (image != BACKGROUND_VALUES[background]).any(axis=-1)


@pytest.mark.parametrize("image_size", [32, 64, 100])
def test_pictures_are_square_bytes(image_size):
    image = _draw(image_size)
    assert image.shape == (image_size, image_size, 3)
    assert image.dtype == np.uint8


@pytest.mark.parametrize("background", BACKGROUND_VALUES)
@pytest.mark.parametrize("color", COLORS)
def test_colours_are_exact_away_from_edges(color, background):
    image = _draw(color=color, background=background)
    assert tuple(image[32, 32]) == COLOR_VALUES[color]
    assert tuple(image[0, 0]) == BACKGROUND_VALUES[background]


def test_objects_are_where_the_scene_says():
    rows, columns = np.nonzero(_drawn(_draw(x=0.25, y=0.7, radius=0.15)))
    assert columns.mean() + 0.5 == pytest.approx(0.25 * 64, abs=0.5)
    assert rows.mean() + 0.5 == pytest.approx(0.7 * 64, abs=0.5)
    assert np.ptp(columns) == pytest.approx(0.3 * 64, abs=2)


@pytest.mark.parametrize("shape", SHAPES)
def test_shapes_stay_within_their_radius(shape):
    radius = 0.2
    drawn = _drawn(_draw(shape=shape, radius=radius, angle=10.0))
    rows, columns = np.nonzero(drawn)
    distance = np.hypot(rows + 0.5 - 32, columns + 0.5 - 32) / 64
    assert 0.8 * radius < distance.max() < 1.12 * radius


def test_shapes_differ():
    pictures = {_draw(shape=shape).tobytes() for shape in SHAPES}
    assert len(pictures) == len(SHAPES)


def test_a_ring_shows_the_background_inside():
    assert not _drawn(_draw(shape="ring"))[28:36, 28:36].any()


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("radius", [0.095, 0.2])
def test_textures_differ_from_each_other(shape, radius):
    pictures = {
        _draw(shape=shape, texture=texture, radius=radius).tobytes()
        for texture in TEXTURES
    }
    assert len(pictures) == len(TEXTURES)


@pytest.mark.parametrize("texture", TEXTURES[1:])
def test_textures_lie_on_the_objects_colour(texture):
    image = _draw(image_size=256, texture=texture).astype(int)
    disc = np.hypot(*(np.indices((256, 256)) + 0.5 - 128)) < 0.18 * 256
    lit = (image == TEXTURE_VALUE).all(axis=-1)
    plain = (image == COLOR_VALUES["red"]).all(axis=-1)
    assert 0.15 < lit[disc].mean() < 0.6
    assert 0.3 < plain[disc].mean() < 0.75
    assert not lit[~disc & ~_drawn(image)].any()


def test_a_textured_object_keeps_a_plain_edge():
    image = _draw(image_size=256, texture="striped")
    rim = np.hypot(*(np.indices((256, 256)) + 0.5 - 128)) / 256
    edge = image[(rim > 0.192) & (rim < 0.195)]
    np.testing.assert_allclose(edge.mean(axis=0), COLOR_VALUES["red"], atol=6)


def test_the_angle_turns_clockwise():
    corner = _drawn(_draw(image_size=256, shape="diamond", angle=12.0))
    rows, columns = np.nonzero(corner)
    assert columns[rows.argmin()] > 128 + 5


def test_a_larger_picture_shows_the_same():
    small = _draw(image_size=32, shape="heart", texture="dotted")
    large = _draw(image_size=128, shape="heart", texture="dotted")
    reduced = large.reshape(32, 4, 32, 4, 3).mean(axis=(1, 3))
    assert np.abs(reduced - small).mean() < 3
