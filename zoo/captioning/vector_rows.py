"""Vectors that come with an image, its features or tags, as float32 rows."""

import keras
import numpy as np

PART = 4096


def vector_rows(values, size, name, size_name, model="captioner"):
    """Checks vectors and gives them a batch axis.

    Args:
        values: array, tensor or nested list `(n,)` or `(B, n)`.
        size: the `n` wanted; None for any.
        name: what errors call the vectors.
        size_name: the argument of the model that says `size`.
        model: what errors call the model.

    Returns:
        `(rows, single)`: float32 array `(B, n)`, and whether `values` was a
        single vector.

    Raises:
        TypeError: if they are not numbers.
        ValueError: if the shape is another, there is none, or a value is not
            finite.
    """
    if keras.ops.is_tensor(values):
        values = keras.ops.convert_to_numpy(values)
    if values is None:
        raise TypeError(f"`{name}` must be an array of numbers; received None.")
    try:
        rows = np.asarray(values, "float32")
    except (TypeError, ValueError) as error:
        raise TypeError(
            f"`{name}` must be an array of numbers (n,) or (B, n); received "
            f"{type(values).__name__}: {values!r:.80}."
        ) from error
    check_vector_shape(rows.shape, size, name, size_name, model)
    _check_finite(rows, name)
    return (rows[None], True) if rows.ndim == 1 else (rows, False)


def vectors_in_graph(values, size, name, size_name):
    """The TensorFlow form of `vector_rows`.

    Returns:
        float32 tensor of the shape of `values`. Values that are not finite
        fail when the graph runs.
    """
    import tensorflow as tf

    if values.shape.rank is not None:
        check_vector_shape(tuple(values.shape), size, name, size_name)
    return tf.debugging.check_numerics(
        tf.cast(values, "float32"),
        f"`{name}` holds values that are not finite",
    )


def check_vector_shape(shape, size, name, size_name, model="captioner"):
    """Raises a `ValueError` unless the shape is `(size,)` or `(B, size)`.

    Unknown sizes are `None`.
    """
    if len(shape) not in (1, 2):
        raise ValueError(
            f"`{name}` must have the shape (n,) or (B, n); received "
            f"{tuple(shape)}."
        )
    if 0 in shape:
        raise ValueError(f"`{name}` is empty: its shape is {tuple(shape)}.")
    if None not in (size, shape[-1]) and shape[-1] != size:
        raise ValueError(
            f"`{name}` has vectors of {shape[-1]} values, but this {model} "
            f"was made for {size}. Give vectors of {size} values, or make the "
            f"{model} with `{size_name}={shape[-1]}`."
        )


def _check_finite(rows, name):
    # Not at once: beside gigabytes of features there is no room for a mask.
    for begin in range(0, len(rows), PART):
        finite = np.isfinite(rows[begin : begin + PART])
        if finite.all():
            continue
        place = name
        if rows.ndim == 2:
            place = f"{name}[{begin + np.argmin(finite.all(axis=1))}]"
        raise ValueError(
            f"`{place}` holds values that are not finite (NaN or infinity). "
            "Leave this image out, or compute its vector again."
        )
