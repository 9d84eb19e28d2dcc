"""How one object lies to another."""

import math

# Inner radius of a ring, as a fraction of its outer radius.
RING_HOLE = 0.64

INVERSE = {
    "above": "below",
    "below": "above",
    "left of": "right of",
    "right of": "left of",
    "inside": "around",
    "around": "inside",
}


def spatial_relation(a, b):
    """Returns the most telling relation of object `a` to object `b`.

    Containment comes first. Otherwise the direction in which the objects are
    further apart, counted in thirds of the picture, decides; the vertical one
    on a tie. One pair thus has one relation, and a caption is predictable.

    Args:
        a: a `SceneObject`.
        b: another `SceneObject` of the same scene.

    Returns:
        A key of `INVERSE`; swapping the objects gives its value.

    Example:

    >>> from recipes.datasets.scenes import SceneObject
    >>> from recipes.datasets.scenes.spatial_relation import spatial_relation
    >>> star = SceneObject("star", "red", "plain", "small", 0.2, 0.2, 0.1)
    >>> ring = SceneObject("ring", "blue", "plain", "large", 0.8, 0.5, 0.2)
    >>> spatial_relation(star, ring)
    'left of'
    """
    if _contains(b, a):
        return "inside"
    if _contains(a, b):
        return "around"
    right, down = b.column - a.column, b.row - a.row
    if abs(right) > abs(down):
        return "left of" if right > 0 else "right of"
    return "above" if down > 0 else "below"


def _contains(outer, inner):
    distance = math.hypot(outer.x - inner.x, outer.y - inner.y)
    return (
        outer.shape == "ring"
        and distance + inner.radius < outer.radius * RING_HOLE
    )
