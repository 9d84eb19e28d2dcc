"""Endings, beginnings and the shape of a word, as numbers."""

import functools
import zlib

NUM_AFFIXES = 11
_SUFFIXES = (1, 2, 3, 4, 5)
_PREFIXES = (1, 2, 3, 4)


@functools.lru_cache(maxsize=1 << 16)
def word_affixes(word, buckets):
    """The numbers of a word's endings, beginnings, shape and of itself.

    They are hashed, so that a table of vectors has a place for any of them.

    Args:
        word: A string.
        buckets: Numbers are from 1 to `buckets - 1`.

    Returns:
        A tuple of `NUM_AFFIXES` integers.

    Example:

    >>> from zoo.atpl.word_affixes import word_affixes
    >>> a, b = word_affixes("walking", 1000), word_affixes("Talking", 1000)
    >>> [one == other for one, other in zip(a, b)][:5]  # the endings
    [True, True, True, True, True]
    """
    lower = word.lower()
    parts = [
        *(f"{size}<{lower[-size:]}" for size in _SUFFIXES),
        *(f"{size}>{lower[:size]}" for size in _PREFIXES),
        f"shape {_shape(word)}",
        f"word {word}",
    ]
    return tuple(
        1 + zlib.crc32(part.encode("utf-8", "surrogatepass")) % (buckets - 1)
        for part in parts
    )


def _shape(word):
    """`Xx-d` of `Boeing-747`: runs of a kind of character are one."""
    shape = []
    for character in word:
        if character.isupper():
            kind = "X"
        elif character.islower():
            kind = "x"
        else:
            kind = "d" if character.isdigit() else character
        if shape[-1:] != [kind]:
            shape.append(kind)
    return "".join(shape)
