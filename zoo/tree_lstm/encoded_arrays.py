"""Encoded sentences as arrays, checked."""

import reprlib

import keras
import numpy as np


def encoded_arrays(x, names, vocabulary_size, pairs=False):
    """The arrays of a dict of encoded sentences.

    Args:
        x: dict, of which all but `names` is ignored.
        names: `"token_ids"`, and the names of the others.
        vocabulary_size: ids are below it.
        pairs: whether sentences come in pairs, on a second axis.

    Returns:
        A dict of NumPy arrays.

    Raises:
        TypeError: if `x` is no dict, or ids are not integers.
        ValueError: if something is missing, differs in length or is empty, or
            an id belongs to no word.
    """
    if not isinstance(x, dict):
        raise TypeError(
            f"Encoded sentences are a dict of {listed(names)}. Received "
            f"{type(x).__name__}: {reprlib.repr(x)}. To give sentences as they "
            "are, make the model with `vocabulary=`, or load a preset."
        )
    missing = [name for name in names if x.get(name) is None]
    if missing:
        raise ValueError(
            f"{listed(missing)} missing: encoded sentences are a dict of "
            f"{listed(names)}. Received the keys {sorted(map(str, x))}."
        )
    arrays = {name: as_array(x[name]) for name in names}
    ids = arrays["token_ids"]
    if ids.dtype.kind not in "iu":
        raise TypeError(
            f"`token_ids` must be integers. Received {reprlib.repr(ids)}. To "
            "give words, make the model with `vocabulary=`, or load a preset."
        )
    shape = "(B, 2, N)" if pairs else "(B, N)"
    if ids.ndim != 2 + pairs or (pairs and ids.shape[1] != 2):
        raise ValueError(
            f"`token_ids` must have the shape {shape}. Received shape "
            f"{ids.shape}."
        )
    if ids.size == 0:
        raise ValueError(
            f"`token_ids` is empty: its shape is {ids.shape}. There is no "
            "sentence."
        )
    for name, array in arrays.items():
        if array.shape[: ids.ndim] != ids.shape:
            raise ValueError(
                f"`{name}` must go with `token_ids`, of shape {ids.shape}. "
                f"Received shape {array.shape}."
            )
    if ids.min() < 0 or ids.max() >= vocabulary_size:
        raise ValueError(
            f"`token_ids` must be between 0 and {vocabulary_size - 1}. "
            f"Received ids from {ids.min()} to {ids.max()}."
        )
    return arrays


def lengths(mask, name):
    """How many there are of each row, of a mask that is True at the first.

    Raises:
        ValueError: if it is True behind a place where it is not.
    """
    mask = np.asarray(mask, bool)
    found = mask.sum(axis=-1)
    if (mask != (np.arange(mask.shape[-1]) < found[..., None])).any():
        raise ValueError(
            f"`{name}` must be True for the first entries of each row and "
            "False for what fills it up."
        )
    return found


def as_array(values):
    """Tensors of any back end, and lists, as a NumPy array."""
    if keras.ops.is_tensor(values):
        return keras.ops.convert_to_numpy(values)
    return np.asarray(values)


def listed(names):
    """Names as they are shown in errors."""
    return ", ".join(f"`{name}`" for name in names)
