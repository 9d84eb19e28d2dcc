"""Constituency trees of GUM and GENTLE, freely licensed.

`read_gum_trees` reads local files; the TFDS builder `GumTrees` stores them.
Only the builder imports TFDS.
"""

import importlib

from recipes.datasets.gum_trees.read_gum_trees import (
    GUM_SIZES,
    read_gum_trees,
)

__all__ = [
    "GUM_SIZES",
    "GumTrees",
    "read_gum_trees",
]

_BUILDER = "recipes.datasets.gum_trees.gum_trees"


def __getattr__(name):
    if name == "GumTrees":
        return importlib.import_module(_BUILDER).GumTrees
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return sorted(__all__)
