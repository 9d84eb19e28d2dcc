"""Folds of a cross-validation."""

import numpy as np


def without_fold(sentences, fold, folds=10, seed=0):
    """Takes one fold out.

    Each fold has about the same share of every class.

    Args:
        sentences: `LabelledSentences`.
        fold: Number of the fold, from 0.
        folds: Number of folds.
        seed: Of the division.

    Returns:
        `(rest, fold)`, both `LabelledSentences`.
    """
    if not 0 <= fold < folds:
        raise ValueError(
            f"`fold` must be between 0 and {folds - 1}. Received: fold={fold}."
        )
    labels = np.asarray(sentences.labels)
    order = np.random.default_rng(seed).permutation(len(labels))
    # Class by class, dealt out like cards.
    order = order[np.argsort(labels[order], kind="stable")]
    number = np.empty(len(labels), int)
    number[order] = np.arange(len(labels)) % folds
    rest, chosen = (
        np.flatnonzero(number != fold),
        np.flatnonzero(number == fold),
    )
    return sentences.take(rest), sentences.take(chosen)
