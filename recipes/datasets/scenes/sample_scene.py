"""Random scenes."""

import dataclasses

import numpy as np

from recipes.datasets.scenes.held_out import is_held_out
from recipes.datasets.scenes.scene import (
    BACKGROUNDS,
    COLORS,
    SHAPES,
    SIZES,
    TEXTURES,
    Scene,
    SceneObject,
)
from recipes.datasets.scenes.weighted_choice import weighted_choice

# Bounds of the radius, as fractions of the side: the gaps between the sizes
# are wide enough that nobody doubts which one is meant.
RADII = {
    "small": (0.09, 0.102),
    "medium": (0.135, 0.15),
    "large": (0.2, 0.215),
}
TEXTURE_WEIGHTS = (0.4, 0.2, 0.2, 0.2)
NUM_OBJECTS = (2, 3, 4)
NUM_OBJECTS_WEIGHTS = (0.3, 0.4, 0.3)
# Share of the scenes in which a large ring holds a small object, in which
# three objects, if there are so many, stand in a row or column, in which
# several have one shape, and in which all have one size.
NESTED = 0.15
ALIGNED = 0.15
GROUPED = 0.5
SAME_SIZE = 0.25
# Chance that a member of a group also takes the first one's colour, texture.
SAME_COLOR = 0.7
SAME_TEXTURE = 0.6

_JITTER = 0.05
_NESTED_JITTER = 0.012
_GAP = 0.03
_MAX_ANGLE = 12.0


def sample_scene(rng, held_out=False):
    """Draws a scene of two to four objects that do not hide each other.

    Objects stand in different cells of a 3 x 3 grid, moved a little within
    their cell, except for a small object inside a large ring. They are ordered
    by salience: larger ones first, then in reading order.

    Args:
        rng: a `numpy.random.Generator`.
        held_out: whether the first object, and so possibly others of its
            shape, has a held-out combination of attributes. No object has one
            otherwise.

    Returns:
        A `Scene`.
    """
    background = weighted_choice(rng, BACKGROUNDS)
    nested = rng.random() < NESTED
    places = None
    while places is None:
        places = _try_places(rng, nested)
    places.sort(key=_salience)
    kinds = _sample_kinds(rng, len(places), nested, held_out)
    objects = tuple(
        dataclasses.replace(place, **kind)
        for place, kind in zip(places, kinds, strict=True)
    )
    return Scene(background=background, objects=objects)


def _salience(obj):
    return -SIZES.index(obj.size), obj.row, obj.column


def _try_places(rng, nested):
    """Objects of one kind at their places; None where two would touch."""
    count = weighted_choice(rng, NUM_OBJECTS, NUM_OBJECTS_WEIGHTS)
    sizes = [weighted_choice(rng, SIZES) for _ in range(count)]
    if rng.random() < SAME_SIZE:
        sizes = sizes[:1] * count
    if nested:
        # One large object alone, so that it is the most salient.
        sizes = ["medium" if size == "large" else size for size in sizes]
        sizes[0], sizes[-1] = "large", "small"
    cells = _sample_cells(rng)[:count]
    placed = []
    for size, cell in zip(sizes, cells, strict=True):
        x, y = (cell % 3 + 0.5) / 3, (cell // 3 + 0.5) / 3
        obj = _place(rng, size, x, y, _JITTER)
        if nested and len(placed) == count - 1:
            host = placed[0]
            placed.append(_place(rng, size, host.x, host.y, _NESTED_JITTER))
        elif any(_touch(obj, other) for other in placed):
            return None
        else:
            placed.append(obj)
    return placed


def _sample_cells(rng):
    """The cells in random order, often beginning with a row or column."""
    cells = rng.permutation(9)
    if rng.random() < ALIGNED:
        line = int(rng.integers(6))
        in_line = (cells // 3 == line) | (cells % 3 == line - 3)
        cells = np.concatenate([cells[in_line], cells[~in_line]])
    return [int(cell) for cell in cells]


def _place(rng, size, x, y, jitter):
    radius = rng.uniform(*RADII[size])
    margin = radius + 0.01
    x, y = (
        round(min(max(c + rng.uniform(-jitter, jitter), margin), 1 - margin), 4)
        for c in (x, y)
    )
    return SceneObject(
        # Kinds are drawn when the order of salience is known.
        shape=SHAPES[0],
        color=COLORS[0],
        texture=TEXTURES[0],
        size=size,
        x=x,
        y=y,
        radius=round(radius, 4),
        angle=round(rng.uniform(-_MAX_ANGLE, _MAX_ANGLE), 1),
    )


def _touch(a, b):
    reach = a.radius + b.radius + _GAP
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2 < reach**2


def _sample_kinds(rng, count, nested, held_out):
    """Shape, colour and texture of every object, the most salient first."""
    ring = {"shape": "ring"} if nested else {}
    kinds = [_sample_kind(rng, {held_out}, **ring)]
    kinds += [_sample_kind(rng, {False}) for _ in range(count - 1)]
    if rng.random() < GROUPED:
        # A ring that holds an object leads no group.
        first = int(nested)
        leader = first + int(rng.integers(count - first))
        size = 2 + int(rng.integers(count - 1))
        for i in range(leader + 1, min(leader + size, count)):
            kinds[i] = _sample_follower(rng, **kinds[leader])
    return kinds


def _sample_follower(rng, shape, color, texture):
    fixed = {"shape": shape}
    if rng.random() < SAME_COLOR:
        fixed["color"] = color
    if rng.random() < SAME_TEXTURE:
        fixed["texture"] = texture
    return _sample_kind(
        rng, {False, is_held_out(shape, color, texture)}, **fixed
    )


def _sample_kind(rng, allowed, **fixed):
    """Draws attributes until `is_held_out` gives one of `allowed`."""
    while True:
        kind = {
            "shape": weighted_choice(rng, SHAPES),
            "color": weighted_choice(rng, COLORS),
            "texture": weighted_choice(rng, TEXTURES, TEXTURE_WEIGHTS),
            **fixed,
        }
        if is_held_out(**kind) in allowed:
            return kind
