"""Colours of numbers, from red over white to blue."""

import math

_LOW = 0xD6, 0x60, 0x4D
_MIDDLE = 0xF7, 0xF7, 0xF7
_HIGH = 0x43, 0x93, 0xC3
NO_COLOR = "#ffffff"


def value_colors(values, value_range=None):
    """Colours for numbers, which colour-blind people can tell apart.

    Args:
        values: Numbers; NaN is white.
        value_range: The numbers that are fully red and fully blue. By default
            the least and the greatest of `values`. Numbers outside have the
            colour of the nearer end.

    Returns:
        A list of colours such as `"#d6604d"`.

    Raises:
        ValueError: If `value_range` does not go up from one finite number to
            another.

    Example:

    >>> from keras_tpr.trees.value_colors import value_colors
    >>> value_colors([0, 2, 4])
    ['#d6604d', '#f7f7f7', '#4393c3']
    """
    values = [float(value) for value in values]
    low, high = _ends(values, value_range)
    return [_color(value, low, high) for value in values]


def _ends(values, value_range):
    if value_range is None:
        known = [value for value in values if math.isfinite(value)] or [0.0]
        low, high = min(known), max(known)
        # All alike are in the middle.
        return (low, high) if low < high else (low - 1, high + 1)
    low, high = value_range
    if not (math.isfinite(low) and math.isfinite(high) and low < high):
        raise ValueError(
            "`value_range` must be two numbers, the lower one first. Received "
            f"{value_range!r}."
        )
    return low, high


def _color(value, low, high):
    if math.isnan(value):
        return NO_COLOR
    share = 2 * (min(max(value, low), high) - low) / (high - low) - 1
    end = _LOW if share < 0 else _HIGH
    mixed = (
        round(middle + abs(share) * (color - middle))
        for middle, color in zip(_MIDDLE, end, strict=True)
    )
    return "#" + "".join(f"{part:02x}" for part in mixed)
