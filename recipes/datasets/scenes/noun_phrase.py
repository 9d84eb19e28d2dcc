"""Noun phrases that describe objects."""

import dataclasses

from recipes.datasets.scenes.phrase import phrase
from recipes.datasets.scenes.weighted_choice import weighted_choice

NUMERALS = {1: "one", 2: "two", 3: "three", 4: "four"}
TEXTURE_NOUNS = {"striped": "stripes", "dotted": "dots", "checkered": "checks"}


@dataclasses.dataclass(frozen=True)
class NounPhrase:
    """What a noun phrase says of one object or of several.

    Args:
        shape: the noun.
        count: how many objects it stands for.
        size: adjective, or None to leave it out; so `texture` and `color`.
        texture: see `size`.
        color: see `size`.
    """

    shape: str
    count: int = 1
    size: str | None = None
    texture: str | None = None
    color: str | None = None

    @classmethod
    def of(cls, members, scene, full=True):
        """Describes objects of one shape by what they have in common.

        What is usual, a medium size and no texture, goes without saying,
        unless it tells the objects from others in the scene.

        Args:
            members: a sequence of `SceneObject`s of one shape.
            scene: the `Scene` they are in.
            full: True gives size, texture and colour; False gives colour, and
                more only to tell the objects from others.
        """

        def shared(attribute):
            values = {getattr(obj, attribute) for obj in members}
            return values.pop() if len(values) == 1 else None

        size, texture = shared("size"), shared("texture")
        # English has no everyday adjective for a size in between.
        size = None if size == "medium" else size
        description = cls(
            shape=members[0].shape,
            count=len(members),
            size=size if full else None,
            texture=texture if full and texture != "plain" else None,
            color=shared("color"),
        )
        for detail in ({"texture": texture}, {"size": size}):
            candidate = dataclasses.replace(description, **detail)
            if candidate.num_matches(scene) < description.num_matches(scene):
                description = candidate
        return description

    def matches(self, obj):
        """Whether the description, but for the number, fits an object."""
        return obj.shape == self.shape and all(
            getattr(self, name) in (None, getattr(obj, name))
            for name in ("size", "texture", "color")
        )

    def num_matches(self, scene):
        """How many objects of a scene the description fits."""
        return sum(self.matches(obj) for obj in scene.objects)

    def render(self, rng, determiner=None, texture_last=False):
        """Writes the noun phrase.

        Args:
            rng: a `numpy.random.Generator`, which orders the adjectives.
            determiner: a phrase; None gives "a", "an" or a numeral.
            texture_last: whether to write "with stripes" after the noun in
                place of "striped" before it.

        Returns:
            A tuple of `(word, tag)` pairs.
        """
        pair = [self.texture, self.color]
        if texture_last and self.texture:
            pair[0] = None
        # "A red striped circle" is English, "a red plain circle" hardly.
        free = all(pair) and self.texture != "plain"
        if free and weighted_choice(rng, (False, True), (3, 1)):
            pair.reverse()
        words = tuple((w, "JJ") for w in (self.size, *pair) if w)
        words += self._noun()
        if texture_last and self.texture:
            words += phrase(f"with/IN {TEXTURE_NOUNS[self.texture]}/NNS")
        if determiner is None:
            determiner = self._determiner(words[0][0])
        return determiner + words

    def _noun(self):
        if self.count == 1:
            return ((self.shape, "NN"),)
        ending = "es" if self.shape.endswith("s") else "s"
        return ((self.shape + ending, "NNS"),)

    def _determiner(self, next_word):
        if self.count > 1:
            return ((NUMERALS[self.count], "CD"),)
        return (("an" if next_word[0] in "aeiou" else "a", "DT"),)
