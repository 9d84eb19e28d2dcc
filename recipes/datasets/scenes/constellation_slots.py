"""Phrases for constellations that only some scenes have."""

import dataclasses

from recipes.datasets.scenes.noun_phrase import NUMERALS, NounPhrase
from recipes.datasets.scenes.pair_slots import pair_slots
from recipes.datasets.scenes.phrase import phrase
from recipes.datasets.scenes.relation_phrase import RELATION_PHRASES
from recipes.datasets.scenes.spatial_relation import spatial_relation


def constellation_slots(rng, scene):
    """Gives the phrases for groups, rows of three and objects in a ring.

    Args:
        rng: a `numpy.random.Generator`.
        scene: a `Scene`.

    Returns:
        A dict from slot names of `CAPTION_FORMS` to phrases, without those
        that the scene has no use for.
    """
    return {
        **_group(rng, scene),
        **_triple(rng, scene),
        **_nested(rng, scene),
    }


def _group(rng, scene):
    """All objects of one shape, and where they are to another object."""
    members = max(scene.grouped_by("shape"), key=len)
    count = len(members)
    if count == 1:
        return {}
    slots = {}
    every = phrase("both/DT" if count == 2 else f"all/DT {NUMERALS[count]}/CD")
    trait = _trait(NounPhrase.of(members, scene))
    if trait:
        plain = NounPhrase(members[0].shape, count)
        slots = {"every": plain.render(rng, every), "trait": trait}
    if count == 2:
        slots |= _contrast(rng, *members)
    for other in scene.objects:
        relations = {spatial_relation(member, other) for member in members}
        if other not in members and len(relations) == 1:
            group, b = (
                NounPhrase.of(objects, scene, full=False).render(rng)
                for objects in (members, [other])
            )
            to_b = RELATION_PHRASES[relations.pop()]
            slots |= {"group": group, "group_to_b": to_b, "group_b": b}
            break
    return slots


def _trait(description):
    """The adjective for what a group has most visibly in common, or None."""
    word = description.color or description.texture or description.size
    return word and ((word, "JJ"),)


def _contrast(rng, first, second):
    """In what two objects of one shape differ most visibly."""
    for attribute in ("color", "texture"):
        words = getattr(first, attribute), getattr(second, attribute)
        if words[0] != words[1]:
            return {
                "one": NounPhrase(first.shape).render(rng, phrase("one/CD")),
                "one_trait": ((words[0], "JJ"),),
                "other_trait": ((words[1], "JJ"),),
            }
    return {}


def _triple(rng, scene):
    """An object with others on both sides, in one row or one column."""
    for along, across in (("column", "row"), ("row", "column")):
        for middle in scene.objects:
            line = {
                getattr(obj, along): obj
                # Backwards: of a ring and what it holds, the ring counts.
                for obj in reversed(scene.objects)
                if getattr(obj, across) == getattr(middle, across)
            }
            if len(line) == 3 and line[1] is middle:
                description = NounPhrase.of([middle], scene, full=False)
                return {
                    "middle": description.render(rng),
                    "ends": _ends(rng, scene, middle, line[0], line[2]),
                }
    return {}


def _ends(rng, scene, middle, first, last):
    a, b = (NounPhrase.of([o], scene, full=False) for o in (first, last))
    if a == b:
        other = phrase("two/CD other/JJ") if a.matches(middle) else None
        return dataclasses.replace(a, count=2).render(rng, other)
    a, b = (
        p.render(rng, phrase("another/DT") if p.matches(middle) else None)
        for p in (a, b)
    )
    return a + phrase("and/CC") + b


def _nested(rng, scene):
    for outer in scene.objects:
        for inner in scene.objects:
            if spatial_relation(inner, outer) == "inside":
                pair = pair_slots(rng, scene, inner, outer, full=False)
                return {
                    "inner": pair["a"],
                    "outer": pair["b"],
                    "other_inner": pair["other_a"],
                    "other_outer": pair["other_b"],
                }
    return {}
