"""SICK: pairs of sentences with a score of how related their meanings are.

`read_sick` reads local files with dependency parses; the TFDS builder
`SickRelatedness` stores them. Only the builder imports TFDS.
"""

import importlib

from recipes.datasets.sick_relatedness.read_sick import (
    SICK_SIZES,
    SickPair,
    read_sick,
)

__all__ = ["SICK_SIZES", "SickPair", "SickRelatedness", "read_sick"]

_BUILDER = "recipes.datasets.sick_relatedness.sick_relatedness"


def __getattr__(name):
    if name == "SickRelatedness":
        return importlib.import_module(_BUILDER).SickRelatedness
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return sorted(__all__)
