"""CIDEr-D, the score that captioning papers call CIDEr."""

import numpy as np

from keras_tpr.metrics.captions.caption_pairs import pair_captions
from keras_tpr.metrics.captions.ngram_table import NgramTable
from keras_tpr.metrics.captions.tf_idf import (
    ORDERS,
    mean_over_references,
    tf_idf,
)

_SIGMA = 6.0
_SCALE = 10.0


def cider_d(
    candidates, references, df=None, num_documents=None, per_caption=False
):
    """CIDEr-D: agreement of tf-idf weighted n-grams with the references.

    For n = 1 to 4, each caption is a vector of n-gram counts weighted by the
    rarity of the n-gram; a candidate is compared with each reference by a
    cosine in which no n-gram counts more than in the reference, times a
    Gaussian of the difference in length. Scores lie between 0 and 10; the
    corpus score is the mean over images. Most papers and evaluation servers
    report this number under the name CIDEr.

    Args:
        candidates: tokenised captions, words separated by spaces: a list, or
            a mapping from image id to caption.
        references: a list of lists of tokenised captions, or a mapping from
            image id to a list of them.
        df: document frequencies to use in place of those of `references`;
            see `document_frequency`.
        num_documents: number of images that `df` was counted on.
        per_caption: also return the score of each candidate.

    Returns:
        The score, or with `per_caption` the pair `(score, array)`, the array
        in the order of `candidates`. An empty candidate scores 0.

    Raises:
        TypeError, ValueError: captions that do not go together (ids that
            differ, an image without reference, two candidates for one), or
            `df` without a fitting `num_documents`.

    Warns:
        SmallCorpusWarning: document frequencies of fewer than 50 images.

    Example:

    >>> from keras_tpr.metrics import cider_d
    >>> words = [f"this is picture number {i}" for i in range(60)]
    >>> round(cider_d(words, [[text] for text in words]), 6)
    10.0

    Reference:
        Vedantam et al., CIDEr: Consensus-based Image Description Evaluation,
        CVPR 2015, sections 3 and 7.
    """
    _, candidates, references = pair_captions(candidates, references)
    table = NgramTable(candidates, references)
    scores = cider_d_of_table(table, df, num_documents)
    score = float(scores.mean())
    return (score, scores) if per_caption else score


def cider_d_of_table(table, df=None, num_documents=None):
    """The CIDEr-D of each candidate in an `NgramTable`."""
    gap = (
        table.candidate_lengths[table.reference_image] - table.reference_lengths
    )
    similarity = np.zeros(len(gap))
    for shared in tf_idf(table, df, num_documents):
        clipped = np.minimum(shared.candidate, shared.reference)
        similarity += shared.cosines(clipped * shared.reference)
    similarity *= np.exp(-(gap**2) / (2 * _SIGMA**2)) / len(ORDERS)
    return _SCALE * mean_over_references(table, similarity)
