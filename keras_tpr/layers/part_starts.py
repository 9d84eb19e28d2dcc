"""Where the parts of a sentence begin, of the bits that tell them apart."""

from keras import ops

BIT_ENCODINGS = ("alternating", "boundary")


def part_starts(bits, bit_encoding="alternating"):
    """Which positions are the first of their part.

    Args:
        bits: `(..., T)`. With `"alternating"`, each part has the other bit
            than the part before; with `"boundary"`, 1 begins a part.
        bit_encoding: See above.

    Returns:
        Integers `(..., T)`, 1 where a part begins; the first position always
        begins one.

    Raises:
        ValueError: if `bit_encoding` is neither.

    Example:

    >>> import numpy as np
    >>> from keras_tpr.layers import part_starts
    >>> np.asarray(part_starts(np.array([0, 1, 1, 0]))).tolist()
    [1, 1, 0, 1]
    >>> np.asarray(part_starts(np.array([0, 1, 1, 0]), "boundary")).tolist()
    [1, 1, 1, 0]
    """
    check_bit_encoding(bit_encoding)
    bits = ops.convert_to_tensor(bits)
    first = ops.ones_like(bits[..., :1], dtype="int32")
    if bit_encoding == "boundary":
        rest = ops.cast(bits[..., 1:] > 0, "int32")
    else:
        rest = ops.cast(ops.not_equal(bits[..., 1:], bits[..., :-1]), "int32")
    return ops.concatenate([first, rest], axis=-1)


def check_bit_encoding(bit_encoding):
    """Raises a `ValueError` for an unknown encoding."""
    if bit_encoding not in BIT_ENCODINGS:
        raise ValueError(
            f"`bit_encoding` must be one of {BIT_ENCODINGS}. Received: "
            f"{bit_encoding!r}."
        )
