"""Texts of several sentences where one is meant."""

import re
import reprlib
import warnings

# A sentence's end with another word behind it.
_NEXT = re.compile(r"[^\W\d_]{2}[.!?]+\s+\w")


def warn_of_several_sentences(asked):
    """Warns of a statement, or a question, that is several.

    All words of a statement are one fact, and facts are told apart by their
    order: "Ann left. Bob came." in one says something else than in two.

    Args:
        asked: A list of `StoryQuestion`.
    """
    texts = dict.fromkeys(
        text
        for statements, question in asked
        for text in (*statements, question)
    )
    for text in texts:
        if _NEXT.search(text):
            warnings.warn(
                f"There are several sentences in {reprlib.repr(text)}, which "
                "is read as one. Give each statement, and each question, by "
                "itself.",
                stacklevel=4,
            )
            return
