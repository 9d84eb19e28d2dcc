"""The command `python -m recipes ask`: a story, questions, and the facts."""

import pathlib
import re
import warnings
from typing import Annotated

import typer

from recipes.datasets.data_format_error import DataFormatError
from recipes.running.console import failure, say

PROMPT = (
    "A story, a statement on each line; then questions, which end in `?`. "
    "`new` begins another story, an empty line or `quit` ends."
)
# In front of a statement, as in a bAbI file or a list.
_NUMBERED = re.compile(r"(\d+)[.)]?\s+(.*)")


def ask(
    preset: Annotated[
        str,
        typer.Option(
            help="Name or folder of a trained model, such as "
            "runs/babi_joint/preset."
        ),
    ] = "memnn_babi_en",
    story: Annotated[
        pathlib.Path | None,
        typer.Option(help="Text file with a statement on each line."),
    ] = None,
    question: Annotated[
        list[str] | None,
        typer.Option(
            help="A question; it can be given several times. Without, they "
            "are typed."
        ),
    ] = None,
):
    """Answers questions about a story that is typed, and shows the facts."""
    try:
        statements = [] if story is None else read_story(story)
        model = _model(preset)
        if question:
            for text in question:
                _answer(model, statements, text)
            return
        say(PROMPT)
        for number, text in enumerate(statements, start=1):
            say(f"{number:>3} {text}")
        for line in _lines():
            if line.lower() == "new":
                statements = []
                say("A new story.")
            elif "\t" in line:
                say(f"Not taken: {_has_tabs(line)}")
            elif not line.endswith("?"):
                statements.append(line)
            else:
                # What cannot be answered does not end the story.
                try:
                    _answer(model, statements, line)
                except (TypeError, ValueError) as error:
                    say(f"Not answered: {error}")
    except (DataFormatError, TypeError, ValueError, OSError) as error:
        raise failure(error) from error


def read_story(path):
    """The statements of a file, one a line.

    Numbers are left out if there is one in front of each.

    Raises:
        DataFormatError: If there is none, a line is a question, or the numbers
            are those of several stories; the line is named.
    """
    if not path.is_file():
        raise DataFormatError(f"`--story`: there is no file {path}.")
    try:
        # Windows may write a byte order mark.
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise DataFormatError(f"{path} is no text in UTF-8.") from error
    statements = {
        number: line.strip()
        for number, line in enumerate(lines, start=1)
        if line.strip()
    }
    if not statements:
        raise DataFormatError(f"{path} has no statement.")
    for number, text in statements.items():
        if "\t" in text:
            raise DataFormatError(f"{path}, line {number}: {_has_tabs(text)}")
        if text.endswith("?"):
            raise DataFormatError(
                f"{path}, line {number}: {text!r} is a question. Give it with "
                "`--question`."
            )
    return _without_numbers(path, statements)


def _has_tabs(text):
    return (
        f"{text!r} has tabs, as a question of a bAbI file. Give statements "
        "alone, and questions without their answers."
    )


def _without_numbers(path, statements):
    """Texts of a dict from numbers of lines to statements."""
    found = {n: _NUMBERED.fullmatch(text) for n, text in statements.items()}
    if not all(found.values()):
        return list(statements.values())
    last = -1
    for number, match in found.items():
        if int(match[1]) <= last:
            raise DataFormatError(
                f"{path}, line {number}: the number {match[1]} comes behind "
                f"{last}, as if another story began. Give one story."
            )
        last = int(match[1])
    return [match[2] for match in found.values()]


def _model(preset):
    import zoo
    from zoo.memory.story_task import StoryTask

    model = zoo.load_model(preset)
    if not isinstance(model, StoryTask) or model.preprocessor is None:
        names = ", ".join(zoo.list_presets("memnn")) or "none is bundled"
        raise ValueError(
            f"`--preset` {preset} is no model that answers questions about "
            f"stories in words: it is a {type(model).__name__}. Presets of "
            f"such models: {names}."
        )
    return model


def _lines():
    """Lines as they are typed, up to an empty one, `quit`, or the end."""
    while True:
        try:
            line = input("> ").strip()
        except EOFError:
            return
        if line.lower() in ("", "quit"):
            return
        yield line


def _answer(model, statements, question):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = model.explain({"story": statements, "question": question})
    say(f"{question} {found.answer or '(no answer)'}")
    for place in dict.fromkeys(found.facts):
        say(f"    {found.forgotten + place + 1:>3} {found.statements[place]}")
    if not found.facts:
        say("    (from no fact)")
    for message in dict.fromkeys(str(warning.message) for warning in caught):
        say(f"    Note: {message}")
