"""CIDEr as first published; what papers report is `cider_d`."""

import numpy as np

from keras_tpr.metrics.captions.caption_pairs import pair_captions
from keras_tpr.metrics.captions.ngram_table import NgramTable
from keras_tpr.metrics.captions.tf_idf import (
    ORDERS,
    mean_over_references,
    tf_idf,
)

_SCALE = 10.0


def cider(
    candidates,
    references,
    df=None,
    num_documents=None,
    per_caption=False,
    stemmer=None,
):
    """CIDEr: mean cosine of tf-idf vectors of n-grams, n = 1 to 4.

    The original measure, without the clipping and the length penalty that
    make `cider_d` hard to game. The "CIDEr" of published tables is nearly
    always `cider_d`; use this one to compare with the definition. The factor
    10 of the public scorer is kept, so that a perfect score is 10.

    Args:
        candidates: tokenised captions, words separated by spaces: a list, or
            a mapping from image id to caption.
        references: a list of lists of tokenised captions, or a mapping from
            image id to a list of them.
        df: document frequencies to use in place of those of `references`;
            see `document_frequency`.
        num_documents: number of images that `df` was counted on.
        per_caption: also return the score of each candidate.
        stemmer: function from word to stem. The paper stems all words (for
            example `nltk.stem.PorterStemmer().stem`), public scorers do not;
            `None` follows the scorers. It is not applied to `df`.

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

    >>> from keras_tpr.metrics import cider
    >>> words = [f"this is picture number {i}" for i in range(60)]
    >>> round(cider(words, [[text] for text in words]), 6)
    10.0

    Reference:
        Vedantam et al., CIDEr: Consensus-based Image Description Evaluation,
        CVPR 2015, equations 1 to 3.
    """
    _, candidates, references = pair_captions(candidates, references)
    table = NgramTable(candidates, references, word_map=stemmer)
    scores = cider_of_table(table, df, num_documents)
    score = float(scores.mean())
    return (score, scores) if per_caption else score


def cider_of_table(table, df=None, num_documents=None):
    """The CIDEr of each candidate in an `NgramTable`."""
    similarity = np.zeros(len(table.reference_lengths))
    for shared in tf_idf(table, df, num_documents):
        similarity += shared.cosines(shared.candidate * shared.reference)
    return _SCALE * mean_over_references(table, similarity / len(ORDERS))
