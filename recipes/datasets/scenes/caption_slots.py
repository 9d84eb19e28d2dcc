"""The phrases that a scene offers to the sentence patterns."""

import dataclasses

from recipes.datasets.scenes.constellation_slots import constellation_slots
from recipes.datasets.scenes.noun_phrase import NUMERALS, NounPhrase
from recipes.datasets.scenes.pair_slots import pair_slots
from recipes.datasets.scenes.phrase import phrase
from recipes.datasets.scenes.place_phrase import place_phrase
from recipes.datasets.scenes.scene import SIZES
from recipes.datasets.scenes.spatial_relation import spatial_relation
from recipes.datasets.scenes.weighted_choice import weighted_choice


def caption_slots(rng, scene, family):
    """Gives the phrases for the patterns of one family.

    The objects come in order of salience, and each family speaks of fixed
    ranks in that order, so that a caption can be foretold from the picture:
    relations of the first two, places mostly of the first, complex sentences
    of the third and the first.

    Args:
        rng: a `numpy.random.Generator`.
        scene: a `Scene`.
        family: a key of `CAPTION_FORMS`.

    Returns:
        A dict from slot names to phrases; slots that mean nothing in this
        scene are missing.
    """
    return _FAMILIES[family](rng, scene)


def _relation(rng, scene):
    a, b = scene.objects[:2]
    if spatial_relation(a, b) == "around":
        a, b = b, a
    return pair_slots(rng, scene, a, b, full=True)


def _existential(rng, scene):
    a = scene.objects[0]
    b = weighted_choice(rng, scene.objects[1:3])
    count = len(scene.objects)
    return {
        **pair_slots(rng, scene, a, b, full=True),
        **constellation_slots(rng, scene),
        **_list(rng, scene),
        "two" if count == 2 else "many": ((NUMERALS[count], "CD"),),
        "a_place": place_phrase(rng, a),
    }


def _place(rng, scene):
    a, b = scene.objects[:2]
    if rng.random() < 0.25:
        a, b = b, a
    pair = pair_slots(rng, scene, a, b, full=False)
    description = NounPhrase.of([a], scene)
    slots = {
        "a": description.render(rng),
        "a_place": place_phrase(rng, a),
        "ground": _ground(scene),
        **_superlative(rng, scene),
    }
    if (a.row, a.column) != (b.row, b.column):
        slots |= {
            "brief_a": pair["a"],
            "brief_b": pair["other_b"],
            "a_spot": place_phrase(rng, a, short=True),
            "b_spot": place_phrase(rng, b, short=True),
        }
    if description.texture not in (None, "plain"):
        slots["a_with_texture"] = description.render(rng, texture_last=True)
    return slots


def _list(rng, scene):
    """All objects; those of one shape, or one shape and colour, together."""
    groups = scene.grouped_by("shape", "color")
    if len(groups) > 2:
        groups = scene.grouped_by("shape")
    groups.sort(key=len, reverse=True)
    full = len(groups) <= 2
    descriptions = [NounPhrase.of(group, scene, full) for group in groups]
    has_plural = descriptions[0].count > 1
    # "Two stars and one circle" is as good as "two stars and a circle".
    one = phrase("one/CD") if has_plural and rng.random() < 0.4 else None
    parts = [d.render(rng, one if d.count == 1 else None) for d in descriptions]
    if len(parts) > 1:
        parts.insert(-1, phrase("and/CC"))
    return {
        "list": sum(parts, ()),
        "list_is": phrase("are/VBP" if has_plural else "is/VBZ"),
        "ground": _ground(scene),
    }


def _complex(rng, scene):
    first, *others = scene.objects[:3]
    return {
        **pair_slots(rng, scene, others[-1], first, full=False),
        **_comparison(rng, scene, others[-1], first),
        **constellation_slots(rng, scene),
    }


def _ground(scene):
    return phrase(f"a/DT {scene.background}/JJ background/NN")


def _superlative(rng, scene):
    """The only object of the largest size, or else of the smallest."""
    for word, extreme in (("largest", max), ("smallest", min)):
        rank = extreme(SIZES.index(obj.size) for obj in scene.objects)
        found = [obj for obj in scene.objects if obj.size == SIZES[rank]]
        if len(found) == 1:
            description = NounPhrase.of(found, scene)
            description = dataclasses.replace(description, size=None)
            return {
                "most": ((word, "JJS"),),
                "extreme": description.render(rng),
            }
    return {}


def _comparison(rng, scene, a, b):
    if a.size == b.size:
        return {}
    a_is_larger = SIZES.index(a.size) > SIZES.index(b.size)
    word, opposite = ("larger", "smaller")[:: 1 if a_is_larger else -1]
    description = NounPhrase.of([b], scene, full=False)
    description = dataclasses.replace(description, size=None)
    determiner = phrase(f"a/DT {opposite}/JJR")
    return {
        "than": phrase(f"{word}/JJR than/IN"),
        "comparative_b": description.render(rng, determiner),
    }


_FAMILIES = {
    "relation": _relation,
    "existential": _existential,
    "place": _place,
    "list": _list,
    "complex": _complex,
}
