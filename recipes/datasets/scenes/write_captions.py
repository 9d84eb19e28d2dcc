"""Captions of scenes."""

import functools

from recipes.datasets.scenes.caption import Caption
from recipes.datasets.scenes.caption_forms import CAPTION_FORMS
from recipes.datasets.scenes.caption_slots import caption_slots
from recipes.datasets.scenes.phrase import phrase
from recipes.datasets.scenes.weighted_choice import weighted_choice


def write_captions(rng, scene):
    """Writes one caption of each family of `CAPTION_FORMS`.

    Args:
        rng: a `numpy.random.Generator`, which chooses patterns, the order of
            adjectives, and the order of the captions.
        scene: a `Scene` of two to four objects.

    Returns:
        A tuple of five different `Caption`s, in random order.

    Raises:
        ValueError: for another number of objects.

    Example:

    >>> import numpy as np
    >>> from recipes.datasets.scenes import Scene, SceneObject, write_captions
    >>> star = SceneObject("star", "red", "plain", "large", 0.25, 0.25, 0.2)
    >>> oval = SceneObject("oval", "orange", "dotted", "small", 0.25, 0.8, 0.1)
    >>> scene = Scene("dark", (star, oval))
    >>> len(write_captions(np.random.default_rng(0), scene))
    5
    """
    if not 2 <= len(scene.objects) <= 4:
        raise ValueError(
            "`scene` must have two to four objects to write about. Received: "
            f"{len(scene.objects)}."
        )
    captions = []
    for family in CAPTION_FORMS:
        caption = _write(rng, scene, family)
        while caption in captions:
            caption = _write(rng, scene, family)
        captions.append(caption)
    return tuple(captions[i] for i in rng.permutation(len(captions)))


def _write(rng, scene, family):
    slots = caption_slots(rng, scene, family)
    usable = [
        (weight, parts)
        for weight, parts in _parsed_forms(family)
        if all(isinstance(p, tuple) or p in slots for p in parts)
    ]
    weights, patterns = zip(*usable, strict=True)
    words = ()
    for part in weighted_choice(rng, patterns, weights):
        words += part if isinstance(part, tuple) else slots[part]
    return Caption.from_phrase(words)


@functools.cache
def _parsed_forms(family):
    """Patterns as lists of phrases and, as plain strings, slot names."""
    return [
        (
            weight,
            [
                item[1:-1] if item.startswith("{") else phrase(item)
                for item in pattern.split()
            ],
        )
        for weight, pattern in CAPTION_FORMS[family]
    ]
