"""Stories of statements, with questions asked in between."""

import dataclasses
import reprlib


@dataclasses.dataclass(frozen=True, slots=True)
class Question:
    """A question about the statements of a story.

    Args:
        text: The question as written. Most released questions end with a
            space, which is kept.
        answer: The answer as written; several words are separated by commas,
            as in `"n,w"`, whose order counts.
        support: Places of the statements that the answer follows from, from
            0, in the order of reasoning. Questions in between do not count.
        position: How many statements of the story precede the question.

    Raises:
        TypeError: If text or answer is no text, or support no list of places.
    """

    text: str
    answer: str
    support: tuple[int, ...]
    position: int

    def __post_init__(self):
        for name in ("text", "answer"):
            _check_text(name, getattr(self, name))
        _make_tuple(self, "support")


@dataclasses.dataclass(frozen=True, slots=True)
class Story:
    """Statements, and the questions asked while they are told.

    Args:
        statements: Texts, in the order they are told.
        questions: `Question`s, in the order they are asked.

    Raises:
        TypeError: If statements are no list of texts, or questions no list of
            `Question`s.
        ValueError: If there is neither statement nor question, a question is
            asked before its predecessor, or beyond the end of the story, or
            its support is not among the statements above it.

    Example:

    >>> from recipes.datasets.babi import Question, Story
    >>> story = Story(
    ...     ("Mary got the milk.", "Mary went to the office."),
    ...     (Question("Where is the milk?", "office", (0, 1), 2),),
    ... )
    >>> for statements, question in story.asked():
    ...     print(len(statements), question.answer)
    2 office
    """

    statements: tuple[str, ...]
    questions: tuple[Question, ...] = ()

    def __post_init__(self):
        _make_tuple(self, "statements")
        _make_tuple(self, "questions")
        for place, statement in enumerate(self.statements):
            _check_text(f"statements[{place}]", statement)
        if not self.statements and not self.questions:
            raise ValueError("A story needs a statement or a question.")
        earliest = 0
        for place, question in enumerate(self.questions):
            if not isinstance(question, Question):
                raise TypeError(
                    f"`questions[{place}]` must be a `Question`. Received: "
                    f"{reprlib.repr(question)}."
                )
            if not earliest <= question.position <= len(self.statements):
                raise ValueError(
                    f"`questions[{place}].position` must be from {earliest}, "
                    "that of the question before, to "
                    f"{len(self.statements)}, the number of statements. "
                    f"Received: {question.position}."
                )
            earliest = question.position
            for support in question.support:
                if not 0 <= support < question.position:
                    raise ValueError(
                        f"`questions[{place}].support` must be places of the "
                        f"{question.position} statements above, from 0. "
                        f"Received: {question.support}."
                    )

    def asked(self):
        """Yields `(statements, question)`: each with those above it."""
        for question in self.questions:
            yield self.statements[: question.position], question


def _make_tuple(record, name):
    """Lists compare unlike tuples, and texts are no lists of texts."""
    value = getattr(record, name)
    if isinstance(value, tuple):
        return
    if not isinstance(value, list):
        raise TypeError(
            f"`{name}` must be a tuple or a list. Received: "
            f"{reprlib.repr(value)}."
        )
    object.__setattr__(record, name, tuple(value))


def _check_text(name, value):
    if not isinstance(value, str):
        raise TypeError(
            f"`{name}` must be text. Received: {reprlib.repr(value)}."
        )
