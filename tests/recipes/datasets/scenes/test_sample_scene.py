import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from recipes.datasets.scenes import is_held_out
from recipes.datasets.scenes.sample_scene import RADII, sample_scene
from recipes.datasets.scenes.scene import (
    BACKGROUNDS,
    COLORS,
    SHAPES,
    SIZES,
    TEXTURES,
)
from recipes.datasets.scenes.spatial_relation import spatial_relation

seeds = st.integers(0, 2**32 - 1)


def _sample(seed, **kwargs):
    return sample_scene(np.random.default_rng(seed), **kwargs)


@given(seeds, st.booleans())
def test_a_scene_is_well_formed(seed, held_out):
    scene = _sample(seed, held_out=held_out)
    assert scene.background in BACKGROUNDS
    assert 2 <= len(scene.objects) <= 4
    for obj in scene.objects:
        assert obj.shape in SHAPES
        assert obj.color in COLORS
        assert obj.texture in TEXTURES
        low, high = RADII[obj.size]
        assert low - 1e-4 <= obj.radius <= high + 1e-4
        assert obj.radius <= obj.x <= 1 - obj.radius
        assert obj.radius <= obj.y <= 1 - obj.radius


@given(seeds)
def test_no_object_touches_another(seed):
    for a, b in itertools.combinations(_sample(seed).objects, 2):
        distance = math.hypot(a.x - b.x, a.y - b.y)
        if spatial_relation(a, b) in ("inside", "around"):
            hole = max(a.radius, b.radius) * 0.64
            assert distance + min(a.radius, b.radius) < hole
        else:
            assert distance > a.radius + b.radius
            assert (a.row, a.column) != (b.row, b.column)


@given(seeds)
def test_salient_objects_come_first(seed):
    ranks = [
        (-SIZES.index(obj.size), obj.row, obj.column)
        for obj in _sample(seed).objects
    ]
    assert ranks == sorted(ranks)


@given(seeds)
def test_held_out_combinations_appear_on_request_only(seed):
    def held_out(scene):
        return [is_held_out(o.shape, o.color, o.texture) for o in scene.objects]

    assert not any(held_out(_sample(seed)))
    assert held_out(_sample(seed, held_out=True))[0]


@pytest.mark.parametrize("held_out", [False, True])
def test_all_kinds_of_scenes_occur(held_out):
    scenes = [_sample(seed, held_out=held_out) for seed in range(300)]
    assert {len(scene.objects) for scene in scenes} == {2, 3, 4}
    assert {scene.background for scene in scenes} == set(BACKGROUNDS)
    relations = {
        spatial_relation(a, b)
        for scene in scenes
        for a, b in itertools.permutations(scene.objects, 2)
    }
    assert {"above", "left of", "inside"} <= relations
    groups = {
        max(map(len, scene.grouped_by("shape", "color"))) for scene in scenes
    }
    assert groups == {1, 2, 3, 4}
    kinds = {(o.shape, o.size) for scene in scenes for o in scene.objects}
    assert len(kinds) == len(SHAPES) * len(SIZES)


def test_the_generator_decides():
    assert _sample(5) == _sample(5)
    assert _sample(5) != _sample(6)
