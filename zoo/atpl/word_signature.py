"""What an unknown word looks like."""

import itertools
import re

# The longest ending of a list that a word has, as it is tried in this order.
_ENDINGS = (
    "able", "tion", "ment", "ness", "ing", "ous", "ive", "ity", "ion", "est",
    "ful", "ed", "ly", "er", "al", "ic", "es", "s", "y",
)  # fmt: skip
_ENDING = re.compile(f"({'|'.join(_ENDINGS)})$")
_NUMBER = re.compile(r"[\d.,:/+-]*\d[\d.,:/+-]*")
_LETTERS = ("lower", "capital", "upper")
_OTHER = ("number", "digits", "marks")


def word_signature(word):
    """The class of a word that a vocabulary lacks.

    Capitals, digits, hyphens and the ending tell a part of speech even of a
    word that was never seen.

    Args:
        word: A string.

    Returns:
        One of `SIGNATURES`.

    Example:

    >>> from zoo.atpl.word_signature import word_signature
    >>> word_signature("re-elected"), word_signature("Smithers")
    ('<lower-ed>', '<capital_s>')
    >>> word_signature("1,250.5"), word_signature("F-16s")
    ('<number_>', '<digits->')
    """
    hyphen = "-" if "-" in word[1:-1] else "_"
    kind = _kind(word)
    if kind in _OTHER:
        return f"<{kind}{hyphen}>"
    match = _ENDING.search(word.lower())
    return f"<{kind}{hyphen}{match.group() if match else ''}>"


def _kind(word):
    if any(character.isdigit() for character in word):
        return "number" if _NUMBER.fullmatch(word) else "digits"
    if not any(character.isalpha() for character in word):
        return "marks"
    if word.isupper() and len(word) > 1:
        return "upper"
    return "capital" if word[0].isupper() else "lower"


SIGNATURES = (
    *(
        f"<{kind}{hyphen}{ending}>"
        for kind, hyphen, ending in itertools.product(
            _LETTERS, "_-", ("", *_ENDINGS)
        )
    ),
    *(f"<{kind}{hyphen}>" for kind, hyphen in itertools.product(_OTHER, "_-")),
)
