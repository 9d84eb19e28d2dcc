"""ROUGE-L of captions, as the COCO evaluation computes it."""

import numpy as np

from keras_tpr.metrics.captions.caption_pairs import pair_captions

_BETA = 1.2


def rouge_l(candidates, references, per_caption=False):
    """ROUGE-L: F-measure of the longest common subsequence.

    Precision is that of the reference with the best precision, recall that
    of the one with the best recall, which may be another one; recall weighs
    more (beta is 1.2). The corpus score is the mean over captions.

    Args:
        candidates: tokenised captions, words separated by spaces: a list, or
            a mapping from image id to caption.
        references: a list of lists of tokenised captions, or a mapping from
            image id to a list of them.
        per_caption: also return the score of each candidate.

    Returns:
        The score, a fraction, or with `per_caption` the pair
        `(score, array)`, the array in the order of `candidates`. An empty
        candidate scores 0.

    Raises:
        TypeError, ValueError: captions that do not go together (ids that
            differ, an image without reference, two candidates for one).

    Example:

    >>> from keras_tpr.metrics import rouge_l
    >>> round(rouge_l(["the cat sat"], [["the cat sat on the mat"]]), 4)
    0.6289

    Reference:
        Lin, ROUGE: a Package for Automatic Evaluation of Summaries, 2004,
        section 3.
    """
    _, candidates, references = pair_captions(candidates, references)
    scores = np.array(list(map(_score, candidates, references)))
    score = float(scores.mean())
    return (score, scores) if per_caption else score


def _score(candidate, references):
    candidate = candidate.split()
    positions = {}
    for place, word in enumerate(candidate):
        positions[word] = positions.get(word, 0) | 1 << place
    precision = recall = 0.0
    for reference in references:
        reference = reference.split()
        common = _common_subsequence(positions, len(candidate), reference)
        if common:
            precision = max(precision, common / len(candidate))
            recall = max(recall, common / len(reference))
    if not precision:
        return 0.0
    weighted = recall + _BETA**2 * precision
    return (1 + _BETA**2) * precision * recall / weighted


def _common_subsequence(positions, length, words):
    """Length of the longest common subsequence, all columns at once.

    The bits of `row` that are 0 mark the positions of the candidate at which
    the length grows (Hyyrö, Bit-parallel LCS-length computation revisited,
    2004): one addition replaces a row of the usual table.
    """
    full = (1 << length) - 1
    row = full
    for word in words:
        matches = row & positions.get(word, 0)
        row = (row + matches | row - matches) & full
    return length - row.bit_count()
