"""Document frequencies of n-grams, the corpus side of CIDEr."""

from collections.abc import Mapping

from keras_tpr.metrics.captions.caption_pairs import as_list, reference_lists
from keras_tpr.metrics.captions.ngram_table import NgramTable


def document_frequency(references, n=4):
    """Counts in how many images' references each n-gram occurs.

    CIDEr and CIDEr-D weigh n-grams by these counts. They normally come from
    the references that are scored against; counts of a larger corpus make the
    scores of few images meaningful, and equal for an image whatever the
    others are. The result is made of plain Python values, ready for JSON.

    Args:
        references: tokenised references: a list of lists of captions, or a
            mapping from image id to a list of captions.
        n: the longest n-grams to count; CIDEr and CIDEr-D need 4.

    Returns:
        A dict with `df`, which maps each n-gram (its words separated by
        spaces) to a number of images, and `num_documents`, the number of all
        images: the arguments of `cider_d` with these names.

    Raises:
        TypeError, ValueError: references that are no lists of strings, or an
            image without any, or `n` that is no positive integer.

    Example:

    >>> from keras_tpr.metrics import cider_d, document_frequency
    >>> known = document_frequency(
    ...     [["a red dog runs"], ["a cat sleeps"], ["two dogs run"]] * 20
    ... )
    >>> known["num_documents"], known["df"]["a"], known["df"]["red dog"]
    (60, 40, 20)
    >>> round(cider_d(["a red dog"], [["a red dog runs"]], **known), 4)
    5.7913

    Reference:
        Vedantam et al., CIDEr: Consensus-based Image Description Evaluation,
        CVPR 2015, section 3.
    """
    if not isinstance(n, int) or n < 1:
        raise ValueError(f"`n` must be a positive integer. Received: n={n!r}")
    if isinstance(references, Mapping):
        ids, references = list(references), list(references.values())
    else:
        references = as_list(references, "references")
        ids = range(len(references))
    references = reference_lists(references, ids)
    table = NgramTable([""] * len(references), references)
    df = {}
    for order in range(1, n + 1):
        frequency = table.image_frequency(order).tolist()
        df.update(zip(table.texts(order), frequency, strict=True))
    return {"df": df, "num_documents": len(references)}
