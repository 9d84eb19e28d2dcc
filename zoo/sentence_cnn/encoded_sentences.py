"""Encoded sentences as rows of ids, checked."""

import reprlib

import keras
import numpy as np


def encoded_rows(x, vocabulary_size):
    """Rows of ids of encoded sentences.

    Args:
        x: integers `(B, T)`, 0 behind the words; or a dict with these as
            `token_ids`.
        vocabulary_size: ids are below it.

    Returns:
        A list of vectors of ids, without padding.

    Raises:
        TypeError: if they are not integers.
        ValueError: if the shape is another, an id belongs to no word, or there
            is a word behind padding.
    """
    if isinstance(x, dict):
        if "token_ids" not in x:
            raise ValueError(
                "`token_ids` are missing: encoded sentences are a dict with "
                f"them. Received the keys {sorted(map(str, x))}."
            )
        x = x["token_ids"]
    if keras.ops.is_tensor(x):
        x = keras.ops.convert_to_numpy(x)
    try:
        ids = np.asarray(x)
    except ValueError as error:
        raise TypeError(
            "`token_ids` must be integers (B, T). Received lists of different "
            "lengths: fill them up with 0."
        ) from error
    if ids.dtype.kind not in "iu":
        raise TypeError(
            "`token_ids` must be integers (B, T). Received type "
            f"{ids.dtype}: {reprlib.repr(x)}."
        )
    if ids.ndim != 2 or not len(ids):
        raise ValueError(
            "`token_ids` must have the shape (B, T), with at least one "
            f"sentence. Received shape {ids.shape}."
        )
    if ids.size and (ids.min() < 0 or ids.max() >= vocabulary_size):
        raise ValueError(
            f"`token_ids` must be between 0 and {vocabulary_size - 1}. "
            f"Received ids from {ids.min()} to {ids.max()}."
        )
    lengths = (ids != 0).sum(axis=1)
    behind = np.arange(ids.shape[1]) >= lengths[:, np.newaxis]
    wrong = np.flatnonzero(((ids != 0) & behind).any(axis=1))
    if len(wrong):
        raise ValueError(
            f"`token_ids[{wrong[0]}]` has words behind a 0, which is padding: "
            f"{reprlib.repr(ids[wrong[0]].tolist())}. Put padding at the end."
        )
    return [row[:length] for row, length in zip(ids, lengths, strict=True)]


def is_encoded(x):
    """Whether data in memory are ids rather than texts and words."""
    if isinstance(x, dict):
        return True
    if keras.ops.is_tensor(x):
        return keras.backend.standardize_dtype(x.dtype) != "string"
    if hasattr(x, "dtype"):
        return np.asarray(x).dtype.kind not in "USO"
    if isinstance(x, (list, tuple)):
        # Beside a text, a number stands where a text is missing.
        if any(isinstance(value, (str, bytes)) for value in x):
            return False
    first = x
    while isinstance(first, (list, tuple)) and len(first):
        first = first[0]
    return isinstance(first, (int, float, np.number))
