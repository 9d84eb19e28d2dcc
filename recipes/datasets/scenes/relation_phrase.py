"""Phrases that say where one object lies from another."""

from recipes.datasets.scenes.phrase import phrase
from recipes.datasets.scenes.spatial_relation import spatial_relation
from recipes.datasets.scenes.weighted_choice import weighted_choice

RELATION_PHRASES = {
    "above": phrase("above/IN"),
    "below": phrase("below/IN"),
    "left of": phrase("to/TO the/DT left/NN of/IN"),
    "right of": phrase("to/TO the/DT right/NN of/IN"),
    "inside": phrase("inside/IN"),
    "around": phrase("around/IN"),
}
# Of the plain phrase and of a variant, where there is one.
_WEIGHTS = (3, 1)


def relation_phrase(rng, a, b):
    """Says how object `a` lies to object `b`.

    Args:
        rng: a `numpy.random.Generator`.
        a: a `SceneObject`.
        b: another one of the same scene.

    Returns:
        A tuple of `(word, tag)` pairs, such as "to the left of".
    """
    relation = spatial_relation(a, b)
    plain = RELATION_PHRASES[relation]
    variant = _variant(relation, plain, a, b)
    if variant is None:
        return plain
    return weighted_choice(rng, (plain, variant), _WEIGHTS)


def _variant(relation, plain, a, b):
    """A rarer phrase for the same relation, or None."""
    if relation in ("above", "below"):
        if a.column == b.column:
            return phrase("directly/RB") + plain
        side = "left of" if a.column < b.column else "right of"
        return plain + phrase("and/CC") + RELATION_PHRASES[side]
    if relation in ("left of", "right of"):
        adjacent = a.row == b.row and abs(a.column - b.column) == 1
        return phrase("beside/IN") if adjacent else None
    return None
