"""TREC: questions with the class of their answer."""

from recipes.datasets.trec.read_trec import (
    CLASS_NAMES,
    TREC_SIZES,
    read_trec,
)
from recipes.datasets.trec.trec_from_tfds import trec_from_tfds

__all__ = ["CLASS_NAMES", "TREC_SIZES", "read_trec", "trec_from_tfds"]
