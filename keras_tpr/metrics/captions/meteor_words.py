"""The words of a tokenised caption as METEOR sees them."""

import functools
import re

_LETTER = r"[^\W\d_]"
_QUOTES = str.maketrans({"’": "'", "‘": "'", "`": "'"})
# Applied in this order to the text between two spaces.
_RULES = [
    (re.compile(r"''|[“”]"), '"'),
    # Whatever is no letter, digit or one of . ' , - stands alone.
    (re.compile(r"([^\w\s.',-]|_)"), r" \1 "),
    (re.compile(r"(?<!\d),|,(?!\d)"), " , "),
    # don't -> don 't, 90's -> 90 's, but 's -> ' s and dogs' -> dogs '
    (re.compile(rf"(?<!{_LETTER})(?!(?<=\d)'s)'|'(?!{_LETTER})"), " ' "),
    (re.compile(r"(?<=\d)'s"), " 's"),
    (re.compile(rf"({_LETTER})'({_LETTER})"), r"\1 '\2"),
    (re.compile(r"([^\W_])-+([^\W_])"), r"\1 \2"),
    (re.compile(r"(\.\.+)"), r" \1 "),
]
_PLAIN = re.compile(r"[^\W_]+")


def meteor_words(text, prefixes):
    """Splits a tokenised caption into METEOR's words, in lower case.

    The published scores come from METEOR's own normalisation on top of the
    Treebank tokens: hyphens inside words become spaces, other punctuation
    stands alone, clitics are split in a way of their own.

    Args:
        text: words separated by spaces.
        prefixes: a mapping from abbreviations that keep a full stop to
            whether they do so only before a number.

    Returns:
        A list of words.
    """
    if text.isascii() and text.replace(" ", "").isalnum():
        return text.lower().split()
    chunks = " ".join(map(_split, text.split())).split()
    if "." not in text:
        return [chunk.lower() for chunk in chunks]
    words = []
    for chunk, following in zip(chunks, [*chunks[1:], ""], strict=True):
        words += _full_stop(chunk, following, prefixes).lower().split()
    return words


@functools.lru_cache(maxsize=1 << 16)
def _split(chunk):
    if _PLAIN.fullmatch(chunk):
        return chunk
    chunk = chunk.translate(_QUOTES)
    for pattern, replacement in _RULES:
        chunk = pattern.sub(replacement, chunk)
    return chunk


def _full_stop(chunk, following, prefixes):
    """Keeps, removes or splits off the full stop at the end of a word."""
    stem = chunk[:-1]
    if not chunk.endswith(".") or not stem or stem.endswith("."):
        return chunk
    if "." in stem and any(map(str.isalpha, stem)):
        # An acronym loses its stops: u.s. -> us
        return chunk.replace(".", "")
    if stem in prefixes:
        ends = prefixes[stem] and not following[:1].isdigit()
    else:
        ends = not following[:1].islower()
    return f"{stem} ." if ends else chunk
