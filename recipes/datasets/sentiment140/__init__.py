"""Sentiment140: tweets labelled by their emoticons."""

from recipes.datasets.sentiment140.read_sentiment140 import (
    CLASS_NAMES,
    read_sentiment140,
)
from recipes.datasets.sentiment140.sentiment140_from_tfds import (
    sentiment140_from_tfds,
)

__all__ = ["CLASS_NAMES", "read_sentiment140", "sentiment140_from_tfds"]
