"""Attribute combinations that only `test_novel` shows."""

# Each of these colours and shapes is common in training, only not together.
HELD_OUT_COLORS = frozenset(
    {
        ("purple", "circle"),
        ("red", "square"),
        ("yellow", "triangle"),
        ("blue", "star"),
        ("orange", "cross"),
        ("pink", "diamond"),
        ("green", "heart"),
        ("brown", "ring"),
    }
)
HELD_OUT_TEXTURES = frozenset(
    {
        ("striped", "oval"),
        ("striped", "heart"),
        ("dotted", "circle"),
        ("dotted", "cross"),
        ("checkered", "triangle"),
        ("checkered", "ring"),
    }
)


def is_held_out(shape, color, texture):
    """Whether an object combines its shape with a held-out attribute.

    Args:
        shape: one of `SHAPES`.
        color: one of `COLORS`.
        texture: one of `TEXTURES`.

    Returns:
        True for an object that training, validation and test never show.

    Example:

    >>> from recipes.datasets.scenes import is_held_out
    >>> is_held_out("star", "blue", "plain")
    True
    >>> is_held_out("star", "red", "plain")
    False
    """
    return (color, shape) in HELD_OUT_COLORS or (
        texture,
        shape,
    ) in HELD_OUT_TEXTURES
