"""How many features a layer of a dynamic convolutional network keeps."""

import numpy as np
from keras import ops


def dynamic_k(layer_index, num_layers, length, k_top):
    """The `k` of a layer's dynamic k-max pooling, from the sentence's length.

    It is `max(k_top, ceil((L - l) / L * s))` in layer `l` of `L`, and so
    `k_top` in the last one: the lower the layer, and the longer the sentence,
    the more is kept. The ceiling is computed in integers; in float32 it would
    be one too many for some lengths.

    Args:
        layer_index: `l`, from 1.
        num_layers: `L`, the number of convolutional layers.
        length: `s`, the number of words of the sentence (not of the layer's
            input): an integer, or a tensor or array of integers.
        k_top: `k` of the last layer.

    Returns:
        An integer, an int32 tensor, or an int64 array, as `length` is one.

    Raises:
        TypeError: if `length` is no integer.
        ValueError: if the layer is none of 1 to `num_layers`, or `k_top` is
            not positive.

    Example:

    >>> from keras_tpr.layers import dynamic_k
    >>> [dynamic_k(layer, 3, 18, k_top=3) for layer in (1, 2, 3)]
    [12, 6, 3]

    Reference:
        Kalchbrenner et al., A Convolutional Neural Network for Modelling
        Sentences, ACL 2014, equation 4.
    """
    check_dynamic_k(layer_index, num_layers, k_top)
    if "int" not in _dtype_name(length):
        raise TypeError(
            "`length` must be a number of words, an integer or integers. "
            f"Received: length={length!r}."
        )
    above = num_layers - layer_index
    if isinstance(length, (int, np.integer)):
        return max(k_top, _ceiling(above * int(length), num_layers))
    # The product may be too large for the lengths' own type.
    if isinstance(length, np.ndarray):
        wanted = _ceiling(above * length.astype("int64"), num_layers)
        return np.maximum(wanted, k_top)
    wanted = _ceiling(above * ops.cast(length, "int32"), num_layers)
    return ops.maximum(wanted, k_top)


def _ceiling(number, divisor):
    return (number + divisor - 1) // divisor


def check_dynamic_k(layer_index, num_layers, k_top):
    """Raises a `ValueError` unless these are a layer, its network and a `k`."""
    for name, value in (
        ("layer_index", layer_index),
        ("num_layers", num_layers),
        ("k_top", k_top),
    ):
        whole = isinstance(value, int) and not isinstance(value, bool)
        if not whole or value < 1:
            raise ValueError(
                f"`{name}` must be a positive integer. Received: "
                f"{name}={value!r}."
            )
    if layer_index > num_layers:
        raise ValueError(
            "`layer_index` must be between 1 and `num_layers`. Received: "
            f"layer_index={layer_index}, num_layers={num_layers}."
        )


def _dtype_name(value):
    # A boolean is no number of words, though Python has it as one.
    return str(getattr(value, "dtype", type(value).__name__))
