"""Weights of sentences that are given."""

import reprlib

import numpy as np


def checked_weights(values, count):
    """Weights as float32 `(count,)`.

    Args:
        values: what was given as `sample_weight`.
        count: number of sentences.

    Raises:
        ValueError: if they are not that many finite numbers.
    """
    try:
        weights = np.asarray(values, "float32")
    except (TypeError, ValueError) as error:
        raise ValueError(
            "`sample_weight` must be numbers, one for each sentence. Received: "
            f"{reprlib.repr(values)}."
        ) from error
    if weights.shape != (count,):
        raise ValueError(
            f"`sample_weight` must be one weight for each of the {count} "
            f"sentences. Received shape {weights.shape}."
        )
    wrong = np.flatnonzero(~np.isfinite(weights))
    if len(wrong):
        raise ValueError(
            f"`sample_weight[{wrong[0]}]` is {weights[wrong[0]]}: weights must "
            "be finite numbers."
        )
    return weights
