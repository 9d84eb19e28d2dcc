"""Refuses counts and sizes that are no positive integers."""

import numpy as np


def check_positive(name, value):
    """Raises a `ValueError` unless `value` is a positive integer.

    Args:
        name: the argument's name.
        value: what was given.
    """
    if (
        isinstance(value, bool)
        or not isinstance(value, (int, np.integer))
        or value < 1
    ):
        raise ValueError(
            f"`{name}` must be a positive integer. Received: {name}={value!r}."
        )
