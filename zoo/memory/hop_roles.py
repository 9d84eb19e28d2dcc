"""Signs that tell facts apart by the hop that found them."""

import numpy as np


def hop_roles(count, units):
    """Rows of a Hadamard matrix, one for each hop.

    A sum of the words of several facts does not say which fact they are from.
    Where each fact is multiplied by the signs of its hop, it does, without any
    further weights: as different rows are orthogonal, it is as if the words of
    each hop had vectors of their own. The first row is of ones, so that the
    first fact is as it was.

    Args:
        count: number of roles.
        units: size of the vectors; if it is no power of two, the rows are cut
            off and nearly orthogonal.

    Returns:
        float32 array `(count, units)` of 1 and -1.

    Example:

    >>> from zoo.memory.hop_roles import hop_roles
    >>> hop_roles(3, 4).astype(int).tolist()
    [[1, 1, 1, 1], [1, -1, 1, -1], [1, 1, -1, -1]]
    """
    size = max(count, units)
    rows = np.ones((1, 1), "float32")
    while len(rows) < size:
        rows = np.block([[rows, rows], [rows, -rows]])
    return rows[:count, :units].astype("float32")
