"""Supporting facts as people give them, checked."""

import reprlib

from zoo.text_rows import to_python


def support_lists(support, asked, batched=True):
    """Places of the supporting facts of each question.

    Args:
        support: For each question a list of places in its story, from 0; -1,
            which arrays are filled up with, is left out. For a single question
            its list alone. None for none.
        asked: List of `StoryQuestion`.
        batched: Whether there are several questions.

    Returns:
        A list of lists of integers, or None.

    Raises:
        TypeError: If there is anything else than integers.
        ValueError: If there are not as many lists as questions, or there is no
            such place in a story.
    """
    if support is None:
        return None
    rows = to_python(support)
    if not batched:
        rows = [rows]
    if not isinstance(rows, list) or len(rows) != len(asked):
        raise ValueError(
            "`x['support']` must have a list of facts for each of the "
            f"{len(asked)} questions. Received: {reprlib.repr(support)}."
        )
    return [
        _checked(row, len(statements), place)
        for place, (row, (statements, _)) in enumerate(
            zip(rows, asked, strict=True)
        )
    ]


def _checked(row, size, place):
    name = f"x['support'][{place}]"
    if not isinstance(row, list) or not all(
        isinstance(fact, int) and not isinstance(fact, bool) for fact in row
    ):
        raise TypeError(
            f"`{name}` must be a list of places of statements. Received: "
            f"{reprlib.repr(row)}."
        )
    facts = [fact for fact in row if fact != -1]
    for fact in facts:
        if not 0 <= fact < size:
            raise ValueError(
                f"`{name}` names the statement {fact}, but the story has "
                f"{size}, numbered from 0."
            )
    return facts
