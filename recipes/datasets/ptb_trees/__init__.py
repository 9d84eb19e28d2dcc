"""Constituency trees of the Penn Treebank, or of its sample.

`read_ptb_sample` and `read_wsj` read local files; the TFDS builder `PtbTrees`
stores them. Only the builder imports TFDS.
"""

import importlib

from recipes.datasets.ptb_trees.read_ptb_trees import (
    SAMPLE_SIZES,
    WSJ_SIZES,
    read_ptb_sample,
    read_wsj,
)

__all__ = [
    "PtbTrees",
    "SAMPLE_SIZES",
    "WSJ_SIZES",
    "read_ptb_sample",
    "read_wsj",
]

_BUILDER = "recipes.datasets.ptb_trees.ptb_trees"


def __getattr__(name):
    if name == "PtbTrees":
        return importlib.import_module(_BUILDER).PtbTrees
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return sorted(__all__)
