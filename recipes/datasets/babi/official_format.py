"""The text format of the bAbI release: numbered lines, tabs in questions."""

import re
import reprlib

from recipes.datasets.babi.story import Question, Story
from recipes.datasets.data_format_error import DataFormatError

_EXPECTED = (
    "Expected lines such as '1 Mary moved to the bathroom.' and "
    "'2 Where is Mary?<tab>bathroom<tab>1'"
)
# A question that has lost its tabs: with nothing behind it, or with an answer
# and supporting lines.
_QUESTION = re.compile(r"\?\s*$|\?\s.*\s\d+\s*$")


def parse(text, source="text"):
    """Reads stories.

    Texts are kept as written, with the space that most released questions end
    with, so that `write` gives the same file again.

    Args:
        text: The content of a file, or its lines; a byte order mark in front
            is left out.
        source: What to call it in errors, such as its path.

    Returns:
        A list of `Story`. Numbers of supporting lines, which count questions,
        become places of statements and keep their order, that of reasoning.

    Raises:
        TypeError: If it is no text, nor lines of text.
        DataFormatError: If a line is damaged or of another format (dialogues,
            stories without supporting facts, questions without tabs); it names
            source and line.

    Example:

    >>> from recipes.datasets.babi import parse
    >>> story, = parse("1 Mary is ill.\\n2 Who is ill?\\tMary\\t1\\n")
    >>> story.questions
    (Question(text='Who is ill?', answer='Mary', support=(0,), position=1),)

    Reference:
        Weston et al., Towards AI-Complete Question Answering, 2015.
    """
    lines = _text_lines(text)
    if lines and not lines[-1]:
        lines.pop()
    stories, started = [], None
    for number, line in enumerate(lines, start=1):
        try:
            line_id, rest = _numbered(line)
            if line_id == 1:
                if started:
                    stories.append(started.story())
                started = _StartedStory()
            if started is None:
                raise DataFormatError("the first number of a story is 1")
            started.add(line_id, rest)
        except DataFormatError as error:
            raise DataFormatError(
                f"{source}, line {number}: {error}. {_EXPECTED}, found "
                f"{line[:80]!r}."
            ) from None
    if started:
        stories.append(started.story())
    return stories


def write(stories):
    """Writes stories in the format of the release.

    Args:
        stories: `Story`s.

    Returns:
        A string; `parse` gives the same stories.

    Raises:
        TypeError: If they are no list of `Story`s.
        ValueError: If a text is blank or has a tab or a line end, or a
            statement is a question, for which the format has no way of
            writing.

    Example:

    >>> from recipes.datasets.babi import Question, Story, write
    >>> question = Question("Who is ill?", "Mary", (0,), 1)
    >>> write([Story(("Mary is ill.",), (question,))])
    '1 Mary is ill.\\n2 Who is ill?\\tMary\\t1\\n'
    """
    return "".join(
        f"{line_id} {line}\n"
        for story in _checked(stories)
        for line_id, line in enumerate(_lines(story), start=1)
    )


class _StartedStory:
    """The lines of a story so far."""

    def __init__(self):
        self._statements, self._questions = [], []
        self._places = {}  # of statements, by the number of their line
        self._last = 0

    def add(self, line_id, rest):
        if line_id != self._last + 1:
            raise DataFormatError(
                f"the number must be {self._last + 1}, or 1 for a new story"
            )
        self._last = line_id
        fields = rest.split("\t")
        if not fields[0].strip():
            raise DataFormatError("there is nothing after the number")
        if len(fields) == 1:
            if _QUESTION.search(rest):
                raise DataFormatError(
                    "a question is followed by its answer and the numbers of "
                    "supporting lines, separated by two tabs; there are none"
                )
            self._places[line_id] = len(self._statements)
            self._statements.append(rest)
        elif len(fields) == 3:
            self._questions.append(self._question(*fields))
        else:
            raise DataFormatError(
                "a question is followed by its answer and the numbers of "
                f"supporting lines, separated by two tabs; there are "
                f"{len(fields) - 1}"
            )

    def story(self):
        return Story(tuple(self._statements), tuple(self._questions))

    def _question(self, text, answer, support):
        if not answer.strip():
            raise DataFormatError("the answer is missing")
        places = tuple(map(self._place, support.split()))
        return Question(text, answer, places, len(self._statements))

    def _place(self, line_id):
        if not _is_number(line_id) or int(line_id) not in self._places:
            raise DataFormatError(
                f"supporting line {line_id!r} is no statement above"
            )
        return self._places[int(line_id)]


def _text_lines(text):
    if isinstance(text, str):
        lines = text.split("\n")
    elif isinstance(text, (bytes, bytearray)) or not hasattr(text, "__iter__"):
        raise TypeError(
            "`text` must be the content of a file, as text, or its lines. "
            f"Received: {reprlib.repr(text)}."
        )
    else:
        lines = list(text)
    for number, line in enumerate(lines, start=1):
        if not isinstance(line, str):
            raise TypeError(
                f"Line {number} of `text` must be text. Received: "
                f"{reprlib.repr(line)}."
            )
    lines = [line.rstrip("\r\n") for line in lines]
    return [line.removeprefix("\ufeff") for line in lines[:1]] + lines[1:]


def _checked(stories):
    """Stories one by one."""
    if isinstance(stories, (str, Story)):
        raise TypeError(
            "`stories` must be a list of `Story`s. Received: "
            f"{reprlib.repr(stories)}."
        )
    for place, story in enumerate(stories):
        if not isinstance(story, Story):
            raise TypeError(
                f"`stories[{place}]` must be a `Story`. Received: "
                f"{reprlib.repr(story)}."
            )
        yield story


def _numbered(line):
    line_id, _, rest = line.partition(" ")
    if not _is_number(line_id):
        raise DataFormatError("a line begins with its number and a space")
    return int(line_id), rest


def _is_number(text):
    return text.isascii() and text.isdigit()


def _lines(story):
    line_ids, asked = [], list(reversed(story.questions))
    line_id = 0
    for place in range(len(story.statements) + 1):
        while asked and asked[-1].position == place:
            question = asked.pop()
            support = " ".join(str(line_ids[i]) for i in question.support)
            yield "\t".join(
                (
                    _writable(question.text, "A question"),
                    _writable(question.answer, "An answer"),
                    support,
                )
            )
            line_id += 1
        if place < len(story.statements):
            statement = _writable(story.statements[place], "A statement")
            if _QUESTION.search(statement):
                raise ValueError(
                    "A statement must not be a question, which would be read "
                    f"as one without an answer. Received: {statement!r}."
                )
            yield statement
            line_id += 1
            line_ids.append(line_id)


def _writable(text, what):
    if not text.strip() or any(mark in text for mark in "\t\n\r"):
        raise ValueError(
            f"{what} must not be blank, nor have a tab or a line end. "
            f"Received: {text!r}."
        )
    return text
