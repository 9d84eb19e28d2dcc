"""MR, Subj, CR and MPQA: sentences with one of two classes each."""

from recipes.datasets.sentence_polarity.read_polarity import (
    POLARITY_SETS,
    read_polarity,
)

__all__ = ["POLARITY_SETS", "read_polarity"]
