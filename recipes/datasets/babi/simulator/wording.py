"""From facts to sentences, in English or as bare symbols."""

from recipes.datasets.babi.simulator.draw import pick
from recipes.datasets.babi.simulator.english import ENGLISH
from recipes.datasets.babi.simulator.entities import PRONOUNS
from recipes.datasets.babi.simulator.symbols import SYMBOLS

_OPENINGS = ("Then", "After that", "Afterwards", "Following that")


class Wording:
    """Chooses among the ways of saying something.

    Args:
        rng: A `random.Random`.
        symbolic: Whether to write bare symbols, one way for each fact.

    Call arguments:
        key: What is to be said, a key of `ENGLISH`.
        words: What it is about, in the order of the template's places.
    """

    def __init__(self, rng, symbolic=False):
        self._rng = rng
        self._templates = SYMBOLS if symbolic else ENGLISH
        self._symbolic = symbolic

    def __call__(self, key, *words):
        return pick(self._rng, self._templates[key]) % words

    def named(self, people):
        """The subject of a sentence: names."""
        return (" " if self._symbolic else " and ").join(people)

    def resumed(self, people):
        """The subject of a sentence about those of the one before."""
        pronoun = PRONOUNS[people[0]] if len(people) == 1 else "they"
        if self._symbolic:
            return pronoun
        return f"{pick(self._rng, _OPENINGS)} {pronoun}"

    def direction(self, direction):
        """What a `Direction` is called between two places."""
        return direction.name if self._symbolic else direction.phrase
