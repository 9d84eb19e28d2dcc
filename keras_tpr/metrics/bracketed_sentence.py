"""Words, tags and brackets of a parse, whatever form it has."""

import dataclasses
import re

from keras_tpr.trees import Tree, TreeFormatError, from_nltk, read_trees
from keras_tpr.trees.bracket_escapes import unescape_word

# What is left of `NP-SBJ-1` and `NP=2`; labels such as -NONE- are whole.
_CATEGORY = re.compile(r"[^-=]+")


@dataclasses.dataclass(frozen=True)
class BracketedSentence:
    """A parse as brackets over words.

    Attributes:
        words: As they are read: `(`, not `-LRB-`.
        tags: One for each word.
        brackets: `(label, first, last)` of each node above the tags, `last`
            being the word behind it; function tags are off.
    """

    words: list
    tags: list
    brackets: list

    def keep(self, kept):
        """Takes words out, and brackets that have no other.

        Args:
            kept: For each word whether it stays.
        """
        places = [0]
        for keep in kept:
            places.append(places[-1] + bool(keep))
        moved = [
            (label, places[first], places[last])
            for label, first, last in self.brackets
        ]
        return BracketedSentence(
            [w for w, keep in zip(self.words, kept, strict=True) if keep],
            [t for t, keep in zip(self.tags, kept, strict=True) if keep],
            [b for b in moved if b[1] < b[2]],
        )


def bracketed_sentence(parse, place):
    """Reads a parse.

    Args:
        parse: A `Tree`; an `nltk.Tree`; a string with one or several brackets;
            None or a blank string for none.
        place: What errors call it.

    Returns:
        A `BracketedSentence`, which for none has no words.

    Raises:
        TypeError: If it is nothing of that kind.
        ValueError: If it is malformed.
    """
    words, tags, brackets = [], [], []

    def measured(node, children):
        if node.is_leaf:
            words.append(unescape_word(node.word))
            tags.append(node.label)
            return len(words) - 1, len(words)
        first, last = children[0][0], children[-1][1]
        brackets.append((_category(node.label), first, last))
        return first, last

    for tree in _trees(parse, place):
        tree.fold(measured)
    return BracketedSentence(words, tags, brackets)


def _trees(parse, place):
    if parse is None:
        return []
    if isinstance(parse, Tree):
        return [parse]
    try:
        if isinstance(parse, str):
            return list(read_trees(parse))
        if hasattr(parse, "leaves"):
            return [from_nltk(parse)]
    except TreeFormatError as error:
        raise ValueError(f"`{place}`: {error}") from error
    raise TypeError(
        f"`{place}` must be a `Tree`, an `nltk.Tree`, a string with brackets, "
        f"or None where there is no parse. Received {type(parse).__name__}."
    )


def _category(label):
    match = _CATEGORY.match(label) if isinstance(label, str) else None
    return match.group() if match else label
