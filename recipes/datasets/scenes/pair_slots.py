"""Phrases for two objects and how they lie to each other."""

from recipes.datasets.scenes.noun_phrase import NounPhrase
from recipes.datasets.scenes.phrase import phrase
from recipes.datasets.scenes.relation_phrase import relation_phrase


def pair_slots(rng, scene, a, b, full):
    """Gives the phrases for two objects of a scene.

    Args:
        rng: a `numpy.random.Generator`.
        scene: the `Scene`.
        a: one of its objects.
        b: another one.
        full: whether to name sizes and textures that are not needed to tell
            the objects from others.

    Returns:
        A dict with the noun phrases `a` and `b`, the forms `other_a` and
        `other_b` for the second one mentioned ("another circle"), and the
        relations `a_to_b` and `b_to_a`.
    """
    np_a, np_b = (NounPhrase.of([obj], scene, full) for obj in (a, b))
    another = phrase("another/DT")
    return {
        "a": np_a.render(rng),
        "b": np_b.render(rng),
        "other_a": np_a.render(rng, another if np_a.matches(b) else None),
        "other_b": np_b.render(rng, another if np_b.matches(a) else None),
        "a_to_b": relation_phrase(rng, a, b),
        "b_to_a": relation_phrase(rng, b, a),
    }
