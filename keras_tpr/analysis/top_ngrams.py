"""The n-grams that activate a feature detector most."""

import numpy as np


def top_ngrams(activations, lengths, width, n=5):
    """Ranks the n-grams of a corpus by how much they activate a detector.

    The detector is a filter of a wide convolution, whose output at position
    `p` comes from words `p - width + 1` to `p`; at the margins these are fewer.

    Args:
        activations: `(B, T + width - 1)` of the detector, or a list of `B`
            vectors; values behind `lengths + width - 1` are ignored.
        lengths: number of words of each sentence, `(B,)`.
        width: number of words that a filter spans.
        n: number of n-grams.

    Returns:
        A list of tuples `(sentence, first, last, activation)`, best first: the
        words are `first` to `last`, the latter included. Of equal ones the
        first in the corpus comes first.

    Raises:
        ValueError: if there is not one row for each sentence, or a row is too
            short.

    Example:

    >>> from keras_tpr.analysis import top_ngrams
    >>> top_ngrams([[0.1, 0.9, 0.2, -1.0]], lengths=[3], width=2, n=2)
    [(0, 0, 1, 0.9), (0, 1, 2, 0.2)]

    Reference:
        Kalchbrenner et al., A Convolutional Neural Network for Modelling
        Sentences, ACL 2014, section 5.5.
    """
    if len(activations) != len(lengths):
        raise ValueError(
            "`activations` and `lengths` must be of the same sentences. "
            f"Received {len(activations)} and {len(lengths)}."
        )
    if n < 1 or width < 1:
        raise ValueError(
            "`n` and `width` must be positive. Received: "
            f"n={n!r}, width={width!r}."
        )
    found = []
    for sentence, (row, length) in enumerate(
        zip(activations, lengths, strict=True)
    ):
        row = np.asarray(row)
        places = int(length) + width - 1 if length else 0
        if row.ndim != 1 or len(row) < places:
            raise ValueError(
                f"`activations[{sentence}]` must have {places} positions, as "
                f"its sentence has {length} words. Received shape {row.shape}."
            )
        row = row[:places]
        for place in np.argsort(-row, kind="stable")[:n]:
            first, last = ngram_span(int(place), width, int(length))
            found.append((sentence, first, last, float(row[place])))
    return sorted(found, key=lambda ngram: -ngram[3])[:n]


def ngram_span(position, width, length):
    """First and last word that a position of a wide convolution sees."""
    return max(position - width + 1, 0), min(position, length - 1)
