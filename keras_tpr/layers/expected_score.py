"""From the probabilities of scores to a score."""

from keras import ops


def expected_score(probabilities):
    """The expectation of a score from 1 to R, given its distribution.

    Args:
        probabilities: `(..., R)`, of the scores 1, 2, ... R.

    Returns:
        `(...)`, `sum_r r p_r`.

    Example:

    >>> import numpy as np
    >>> from keras_tpr.layers import expected_score
    >>> float(expected_score(np.array([0.0, 0.5, 0.5, 0.0, 0.0])))
    2.5

    Reference:
        Tai et al., Improved Semantic Representations From Tree-Structured Long
        Short-Term Memory Networks, ACL 2015, equation 15.
    """
    probabilities = ops.convert_to_tensor(probabilities)
    scores = ops.arange(1, probabilities.shape[-1] + 1)
    scores = ops.cast(scores, probabilities.dtype)
    return ops.sum(probabilities * scores, axis=-1)
