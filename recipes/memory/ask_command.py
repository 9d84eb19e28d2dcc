"""The command `python -m recipes ask`: a story, questions, and the facts."""

import pathlib
import warnings
from typing import Annotated

import typer

from recipes.datasets.data_format_error import DataFormatError
from recipes.running.console import failure, say

PROMPT = (
    "A story, a statement on each line; then questions, which end in `?`. "
    "`new` begins another story, an empty line or `quit` ends."
)


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
            if line == "new":
                statements = []
                say("A new story.")
            elif line.endswith("?"):
                _answer(model, statements, line)
            else:
                statements.append(line)
    except (DataFormatError, TypeError, ValueError, OSError) as error:
        raise failure(error) from error


def read_story(path):
    """The statements of a file, one a line; numbers in front are left out.

    Raises:
        DataFormatError: If there is none, or a line is a question of a bAbI
            file, with its answer.
    """
    if not path.is_file():
        raise DataFormatError(f"`--story`: there is no file {path}.")
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise DataFormatError(f"{path} is no text in UTF-8.") from error
    statements = []
    for number, line in enumerate(lines, start=1):
        if "\t" in line:
            raise DataFormatError(
                f"{path}, line {number}: {line!r} has tabs, as a question of a "
                "bAbI file. Give statements alone, and questions with "
                "`--question`."
            )
        head, _, rest = line.strip().partition(" ")
        text = rest if head.isdigit() else line.strip()
        if text:
            statements.append(text)
    if not statements:
        raise DataFormatError(f"{path} has no statement.")
    return statements


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
        if line in ("", "quit"):
            return
        yield line


def _answer(model, statements, question):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = model.explain({"story": statements, "question": question})
    say(f"{question} {found.answer}")
    for place in dict.fromkeys(found.facts):
        say(f"    {found.forgotten + place + 1:>3} {found.statements[place]}")
    if not found.facts:
        say("    (from no fact)")
    for message in dict.fromkeys(str(warning.message) for warning in caught):
        say(f"    Note: {message}")
