"""Indicator features of statements and questions."""

import dataclasses
import functools

import numpy as np

from zoo.memory.clause_words import DETERMINERS
from zoo.memory.predicate_arguments import predicate_arguments
from zoo.memory.resolve_pronouns import resolve_pronouns
from zoo.memory.story_words import story_words

# Pairs are made of two features of one kind.
KINDS = ("words", "predicates", "arguments")
# What the kind `words` says of the fact that fills an unused slot.
EMPTY = "<empty>"


@dataclasses.dataclass(frozen=True, eq=False)
class FactFeatures:
    """A question with the statements of its story, as numbers of features.

    Args:
        facts: For each kind a list of vectors, one for each statement and, at
            the end, one for the empty fact.
        question: For each kind a vector.
        unknown: Words of story and question that training did not show.
    """

    facts: dict
    question: dict
    unknown: list

    @property
    def num_statements(self):
        """How many statements there are, without the empty fact."""
        return len(self.facts["words"]) - 1

    def indicators(self, kind, size):
        """The facts' features of a kind as a 0/1 matrix `(facts, size)`."""
        matrix = np.zeros((self.num_statements + 1, size), "float32")
        matrix[self._flat[kind]] = 1
        return matrix

    @functools.cached_property
    def sharing(self):
        """Which facts share a word.

        Returns:
            `(facts, asked)`: 0/1 matrices of the facts with each other, and a
            vector of the facts with the question.
        """
        size = 1 + max(
            int(numbers.max(initial=0))
            for numbers in (self._flat["words"][1], self.question["words"])
        )
        words = self.indicators("words", size)
        asked = words[:, self.question["words"]].any(1)
        return words @ words.T > 0, asked

    @functools.cached_property
    def _flat(self):
        """For each kind the rows and columns of all features."""
        return {
            kind: (
                np.repeat(np.arange(len(rows)), [len(row) for row in rows]),
                np.concatenate(rows),
            )
            for kind, rows in self.facts.items()
        }


class FeatureEncoder:
    """Numbers features in the order they are first seen.

    Words are those that are no determiners; predicates and arguments come from
    `predicate_arguments`, after pronouns were replaced by
    `resolve_pronouns`.

    Args:
        names: For each kind the features known, in the order of their
            numbers; None to begin with none.
    """

    def __init__(self, names=None):
        names = names or {kind: [] for kind in KINDS}
        self._numbers = {
            kind: {name: number for number, name in enumerate(names[kind])}
            for kind in KINDS
        }
        self._numbers["words"].setdefault(EMPTY, len(names["words"]))

    @property
    def names(self):
        """For each kind the names of its features, by their numbers."""
        return {kind: list(names) for kind, names in self._numbers.items()}

    @property
    def sizes(self):
        """For each kind the number of its features."""
        return {kind: len(names) for kind, names in self._numbers.items()}

    def encode(self, statements, question, learn=False):
        """Encodes a question.

        Args:
            statements: Texts.
            question: A text.
            learn: Whether features that are not known get a number; otherwise
                they are left out.

        Returns:
            `FactFeatures`.
        """
        sentences = [story_words(text) for text in statements]
        asked = story_words(question)
        unknown = [] if learn else self._unknown([*sentences, asked])
        facts = [
            _features(tuple(words)) for words in resolve_pronouns(sentences)
        ]
        facts.append({"words": [EMPTY], "predicates": (), "arguments": ()})
        question = _features(tuple(asked))
        return FactFeatures(
            {
                kind: [self._known(kind, fact[kind], learn) for fact in facts]
                for kind in KINDS
            },
            {kind: self._known(kind, question[kind], learn) for kind in KINDS},
            unknown,
        )

    def _known(self, kind, names, learn):
        numbers = self._numbers[kind]
        if learn:
            for name in names:
                numbers.setdefault(name, len(numbers))
        return np.array([numbers[n] for n in names if n in numbers], "int64")

    def _unknown(self, sentences):
        known = self._numbers["words"].keys() | DETERMINERS
        words = dict.fromkeys(word for words in sentences for word in words)
        return [word for word in words if word not in known]


@functools.lru_cache(maxsize=100_000)
def _features(words):
    """The names of a sentence's features of each kind, each once."""
    predicate, arguments = predicate_arguments(words)
    return {
        "words": list(
            dict.fromkeys(word for word in words if word not in DETERMINERS)
        ),
        "predicates": [predicate] if predicate else [],
        "arguments": [
            f"{predicate}|{role}={word}"
            for role, filler in arguments.items()
            for word in dict.fromkeys(filler)
        ],
    }
