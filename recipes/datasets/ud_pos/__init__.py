"""Parts of speech of UD English EWT.

`read_ud_pos` reads local files; the TFDS builder `UdPos` stores them. Only the
builder imports TFDS.
"""

import importlib

from recipes.datasets.ud_pos.read_ud_pos import (
    UD_POS_SIZES,
    TaggedSentence,
    read_ud_pos,
)

__all__ = [
    "TaggedSentence",
    "UD_POS_SIZES",
    "UdPos",
    "read_ud_pos",
]

_BUILDER = "recipes.datasets.ud_pos.ud_pos"


def __getattr__(name):
    if name == "UdPos":
        return importlib.import_module(_BUILDER).UdPos
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return sorted(__all__)
