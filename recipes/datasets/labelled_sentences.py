"""Sentences with a class each, as recipes read them."""

import dataclasses
import hashlib
from collections.abc import Sequence

UNDECIDED = -1


@dataclasses.dataclass(frozen=True)
class LabelledSentences:
    """Sentences of one split.

    Args:
        sentences: Texts, or lists of words.
        labels: The class of each, a number from 0; or `UNDECIDED`, which
            speaks for all classes alike.
        class_names: Names of the classes.

    Raises:
        ValueError: If there is not one label for each sentence, or a label is
            no class.
    """

    sentences: Sequence
    labels: Sequence[int]
    class_names: tuple

    def __post_init__(self):
        if len(self.sentences) != len(self.labels):
            raise ValueError(
                f"There are {len(self.sentences)} sentences, but "
                f"{len(self.labels)} labels."
            )
        for place, label in enumerate(self.labels):
            if label != UNDECIDED and not 0 <= label < len(self.class_names):
                raise ValueError(
                    f"`labels[{place}]`, of {self.sentences[place]!r:.80}, is "
                    f"{label!r}. Classes are 0 to {len(self.class_names) - 1}."
                )

    def __len__(self):
        return len(self.sentences)

    @property
    def fingerprint(self):
        """SHA-256 of sentences and labels, in hexadecimal."""
        digest = hashlib.sha256()
        for pair in zip(self.sentences, self.labels, strict=True):
            digest.update(repr(pair).encode("utf-8"))
        return digest.hexdigest()

    def take(self, places):
        """The sentences at these places, in this order."""
        return LabelledSentences(
            [self.sentences[place] for place in places],
            [int(self.labels[place]) for place in places],
            self.class_names,
        )

    def first(self, count):
        """The first sentences; all of them for `None`."""
        return self if count is None else self.take(range(len(self))[:count])
