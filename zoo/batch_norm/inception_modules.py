"""The table of BN-Inception; data only.

Batch Normalization (ICML 2015), figure 5. A module without 1x1 convolution has
stride 2 and passes its pooling through.
"""

from typing import NamedTuple


class InceptionModule(NamedTuple):
    """Channels of the four branches of a module.

    Attributes:
        name: as in the table.
        single: of the 1x1 convolution; 0 for a module of stride 2.
        reduce, triple: of the 1x1 and the 3x3 convolution.
        double_reduce, double: of the 1x1 and both 3x3 convolutions.
        pooling: `"avg"` or `"max"`, over 3x3.
        projection: of the 1x1 convolution behind it; 0 for none.
    """

    name: str
    single: int
    reduce: int
    triple: int
    double_reduce: int
    double: int
    pooling: str
    projection: int


STEM = 64
SECOND_REDUCE, SECOND = 64, 192

# With the projections of 4c and 4d as the table has them, 128, channels do not
# add up to the 576 that the table has, too; with 96 they do.
ADDING_UP = {"4c": 96, "4d": 96}

MODULES = (
    InceptionModule("3a", 64, 64, 64, 64, 96, "avg", 32),
    InceptionModule("3b", 64, 64, 96, 64, 96, "avg", 64),
    InceptionModule("3c", 0, 128, 160, 64, 96, "max", 0),
    InceptionModule("4a", 224, 64, 96, 96, 128, "avg", 128),
    InceptionModule("4b", 192, 96, 128, 96, 128, "avg", 128),
    InceptionModule("4c", 160, 128, 160, 128, 160, "avg", 128),
    InceptionModule("4d", 96, 128, 192, 160, 192, "avg", 128),
    InceptionModule("4e", 0, 128, 192, 192, 256, "max", 0),
    InceptionModule("5a", 352, 192, 320, 160, 224, "avg", 128),
    InceptionModule("5b", 352, 192, 320, 192, 224, "max", 128),
)
# The last hidden layers, which may be normalised for each activation.
LAST = ("5a", "5b")
