"""BLEU of captions, as the COCO evaluation computes it."""

import numpy as np

from keras_tpr.metrics.captions.caption_pairs import pair_captions
from keras_tpr.metrics.captions.ngram_table import NgramTable

# The public scorer adds these, so that nothing is divided by zero.
_TINY = 1e-15
_SMALL = 1e-9


def bleu(candidates, references, n=4, per_caption=False):
    """BLEU-1 to BLEU-n: precision of n-grams with a penalty for brevity.

    Each n-gram of a candidate counts at most as often as in one of its
    references. Matches and lengths are summed over the corpus before they are
    divided, so the corpus score is not the mean of the captions' scores. The
    reference length is the one closest to the candidate's, the shorter one of
    two.

    Args:
        candidates: tokenised captions, words separated by spaces: a list, or
            a mapping from image id to caption.
        references: a list of lists of tokenised captions, or a mapping from
            image id to a list of them.
        n: the longest n-grams.
        per_caption: also return the scores of each candidate alone.

    Returns:
        A list of `n` fractions, BLEU-1 first, or with `per_caption` the pair
        `(list, array)`, the array `(captions, n)` in the order of
        `candidates`. An empty candidate scores 0.

    Raises:
        TypeError, ValueError: captions that do not go together (ids that
            differ, an image without reference, two candidates for one), or
            `n` that is no positive integer.

    Example:

    >>> from keras_tpr.metrics import bleu
    >>> scores = bleu(["the cat sat"], [["the cat sat on the mat"]], n=2)
    >>> [round(score, 4) for score in scores]
    [0.3679, 0.3679]

    Reference:
        Papineni et al., BLEU: a Method for Automatic Evaluation of Machine
        Translation, ACL 2002.
    """
    if not isinstance(n, int) or n < 1:
        raise ValueError(f"`n` must be a positive integer. Received: n={n!r}")
    _, candidates, references = pair_captions(candidates, references)
    scores, each = bleu_of_table(NgramTable(candidates, references), n)
    return (scores, each) if per_caption else scores


def bleu_of_table(table, n=4):
    """BLEU of the corpus, a list, and of each candidate, `(captions, n)`."""
    columns = [_matches_and_guesses(table, order + 1) for order in range(n)]
    matches, guesses = np.stack(columns, axis=-1)
    lengths = table.candidate_lengths
    references = _closest_lengths(table)
    corpus = _score(
        matches.sum(0, keepdims=True),
        guesses.sum(0, keepdims=True),
        lengths.sum(keepdims=True),
        references.sum(keepdims=True),
    )
    return corpus[0].tolist(), _score(matches, guesses, lengths, references)


def _matches_and_guesses(table, order):
    counts = table.counts(order)
    shared = counts.candidate_row >= 0
    most = np.zeros_like(counts.candidate_count)
    np.maximum.at(
        most, counts.candidate_row[shared], counts.reference_count[shared]
    )
    matches = np.bincount(
        counts.candidate_image,
        np.minimum(counts.candidate_count, most),
        table.num_images,
    )
    return matches, np.maximum(table.candidate_lengths - order + 1, 0)


def _closest_lengths(table):
    lengths = table.reference_lengths
    gap = np.abs(lengths - table.candidate_lengths[table.reference_image])
    best = np.lexsort((lengths, gap, table.reference_image))
    first = np.cumsum(table.references_per_image)
    return lengths[best[first - table.references_per_image]]


def _score(matches, guesses, lengths, reference_lengths):
    precision = (matches + _TINY) / (guesses + _SMALL)
    orders = np.arange(1, precision.shape[-1] + 1)
    mean = np.cumprod(precision, axis=-1) ** (1 / orders)
    ratio = (lengths + _TINY) / (reference_lengths + _SMALL)
    brevity = np.exp(np.minimum(0.0, 1 - 1 / ratio))
    return mean * brevity[:, None]
