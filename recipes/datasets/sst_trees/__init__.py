"""The Stanford Sentiment Treebank: sentences as trees with a class per node.

`read_sst_trees` reads local files; the TFDS builder `SstTrees` fetches them,
too. Only the builder imports TFDS.
"""

import importlib

from recipes.datasets.sst_trees.read_sst_trees import (
    CLASS_NAMES,
    SST_SIZES,
    read_sst_trees,
)

__all__ = ["CLASS_NAMES", "SST_SIZES", "SstTrees", "read_sst_trees"]

_BUILDER = "recipes.datasets.sst_trees.sst_trees"


def __getattr__(name):
    if name == "SstTrees":
        return importlib.import_module(_BUILDER).SstTrees
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return sorted(__all__)
