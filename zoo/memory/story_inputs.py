"""What callers pass as stories and questions, as plain Python."""

import reprlib
from typing import NamedTuple

from zoo.memory.story_words import story_words
from zoo.text_rows import to_python


class StoryQuestion(NamedTuple):
    """A question about a story.

    Args:
        statements: A tuple of texts, in the order they are told.
        question: A text.
    """

    statements: tuple
    question: str


def story_questions(x, name="x"):
    """Reads stories with a question each.

    Args:
        x: A dict of `story` and `question`. A story is a list of statements,
            or a text with a statement on each line. For many stories both are
            lists: of stories, and of questions.
        name: What errors call it.

    Returns:
        `(questions, batched)`: a list of `StoryQuestion`, and whether there
        were lists.

    Raises:
        TypeError: If it is no such dict, or something in it is no text.
        ValueError: If there is no question, one has no word, or there are not
            as many stories as questions.

    Example:

    >>> from zoo.memory.story_inputs import story_questions
    >>> x = {"story": ["Ann ran.", "Bob sat."], "question": "Who sat?"}
    >>> (read,), batched = story_questions(x)
    >>> read
    StoryQuestion(statements=('Ann ran.', 'Bob sat.'), question='Who sat?')
    """
    if not isinstance(x, dict) or not {"story", "question"} <= set(x):
        received = sorted(x) if isinstance(x, dict) else x
        raise TypeError(
            f"`{name}` must be a dict of `story` and `question`. Received: "
            f"{reprlib.repr(received)}."
        )
    stories, questions = _plain(x["story"]), _plain(x["question"])
    batched = not isinstance(questions, (str, bytes))
    if not batched:
        stories, questions = [stories], [questions]
    if not isinstance(questions, list):
        raise TypeError(
            f"`{name}['question']` must be a text, or a list of texts. "
            f"Received: {reprlib.repr(questions)}."
        )
    if not questions:
        raise ValueError(f"`{name}` is empty: there is no question.")
    if not isinstance(stories, list) or len(stories) != len(questions):
        raise ValueError(
            f"`{name}` must have a story for each question. Received "
            f"{len(questions)} questions, and as stories "
            f"{reprlib.repr(stories)}. Questions about one and the same story "
            "need it several times."
        )
    return [
        StoryQuestion(
            _statements(story, f"{name}['story'][{place}]"),
            _question(question, f"{name}['question'][{place}]"),
        )
        for place, (story, question) in enumerate(
            zip(stories, questions, strict=True)
        )
    ], batched


def _plain(value):
    """Python lists and strings of tensors and arrays."""
    value = to_python(value)
    return list(value) if isinstance(value, tuple) else value


def _statements(story, name):
    if isinstance(story, (str, bytes)):
        lines = _text(story, name).split("\n")
        return tuple(line.strip() for line in lines if line.strip())
    if not isinstance(story, (list, tuple)):
        raise TypeError(
            f"`{name}` must be a list of statements, or a text with one on "
            f"each line. Received: {reprlib.repr(story)}."
        )
    texts = (_text(statement, name) for statement in story)
    # Arrays fill short stories up with empty texts.
    return tuple(text for text in texts if text.strip())


def _question(value, name):
    text = _text(value, name)
    if not story_words(text):
        raise ValueError(f"`{name}` has no word. Received: {text!r}.")
    return text


def _text(value, name):
    if isinstance(value, bytes):
        return value.decode("utf-8", errors="replace")
    if not isinstance(value, str):
        raise TypeError(
            f"`{name}` must be text. Received: {reprlib.repr(value)}."
        )
    return value
