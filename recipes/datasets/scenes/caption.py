"""A caption with its parts of speech."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Caption:
    """Words and Penn Treebank tags of one caption.

    Args:
        tokens: a tuple of lower-case words.
        pos: a tuple of tags, one per word.
    """

    tokens: tuple
    pos: tuple

    @classmethod
    def from_phrase(cls, words):
        """Returns the caption of a sequence of `(word, tag)` pairs."""
        tokens, pos = zip(*words, strict=True)
        return cls(tokens=tokens, pos=pos)

    @property
    def text(self):
        """The words, separated by spaces."""
        return " ".join(self.tokens)
