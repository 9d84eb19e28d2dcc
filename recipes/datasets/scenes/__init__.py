"""Drawn scenes with captions, for image captioning without a download.

`generate_scenes` yields records in memory; the TFDS builder `SceneCaptions`
writes them to disk. Only the builder imports TFDS.
"""

import importlib

from recipes.datasets.scenes.caption import Caption
from recipes.datasets.scenes.draw_scene import draw_scene
from recipes.datasets.scenes.generate_scenes import (
    DEFAULT_SIZES,
    SPLITS,
    SceneRecord,
    generate_scene,
    generate_scenes,
)
from recipes.datasets.scenes.held_out import (
    HELD_OUT_COLORS,
    HELD_OUT_TEXTURES,
    is_held_out,
)
from recipes.datasets.scenes.scene import Scene, SceneObject
from recipes.datasets.scenes.write_captions import write_captions

__all__ = [
    "DEFAULT_SIZES",
    "HELD_OUT_COLORS",
    "HELD_OUT_TEXTURES",
    "SPLITS",
    "Caption",
    "Scene",
    "SceneCaptions",
    "SceneCaptionsConfig",
    "SceneObject",
    "SceneRecord",
    "draw_scene",
    "generate_scene",
    "generate_scenes",
    "is_held_out",
    "write_captions",
]

_BUILDER = "recipes.datasets.scenes.scene_captions"


def __getattr__(name):
    if name in ("SceneCaptions", "SceneCaptionsConfig"):
        return getattr(importlib.import_module(_BUILDER), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return sorted(__all__)
