"""The command `python -m recipes sentiment`."""

import os
import pathlib
import re
from typing import Annotated

import rich.table
import typer

from recipes.datasets.data_format_error import DataFormatError
from recipes.running.console import OUTPUT, failure, say
from recipes.tree_lstm.read_sentences import read_sentences
from zoo.atomic_file import atomic_file, write_json

# Lines of the table on the screen.
SHOWN = 20


def sentiment(
    file: Annotated[
        pathlib.Path,
        typer.Argument(
            help="Trees in brackets; or, with --structure, or for an LSTM, "
            "text, a sentence a line, which is split into words as in the Penn "
            "Treebank. It may be compressed by gzip."
        ),
    ],
    preset: Annotated[
        str,
        typer.Option(
            help="Name or folder of a trained model, such as "
            "runs/tree_lstm_sst5/constituency_GloVe_tuned/seed_0/preset."
        ),
    ],
    structure: Annotated[
        str | None,
        typer.Option(
            help="right_branching or balanced: the form of the trees that are "
            "built for plain text."
        ),
    ] = None,
    output: Annotated[
        pathlib.Path | None,
        typer.Option(help="JSON file to write, with the class of each phrase."),
    ] = None,
    svg_dir: Annotated[
        pathlib.Path | None,
        typer.Option(help="Folder to draw the trees in, a file for each."),
    ] = None,
    encoding: Annotated[
        str, typer.Option(help="Of the file, such as latin-1.")
    ] = "utf-8",
):
    """Tells the sentiment of the sentences, and of their phrases, in a file."""
    try:
        if not file.is_file():
            raise DataFormatError(f"There is no file {file}.")
        _check_places(file, output, svg_dir)
        model = _model(preset, structure)
        texts = structure is not None or not _reads_trees(model)
        if svg_dir is not None and not _reads_trees(model):
            raise ValueError(
                f"`--svg-dir`: the model of {preset} reads no trees. Leave it "
                "out."
            )
        kind = getattr(model.preprocessor.reader, "kind", None)
        sentences = read_sentences(
            file, not texts, encoding, dependencies=kind == "dependency"
        )
        values = [_read(model, file, sentence) for sentence in sentences]
        found = _explanations(model, values)
        _write(found, sentences, output, svg_dir)
    except (DataFormatError, TypeError, ValueError, OSError) as error:
        raise failure(error) from error
    _show(found, sentences)
    for path in (output, svg_dir):
        if path is not None:
            say(f"Written: {path}")


def _check_places(file, output, svg_dir):
    """Refuses what cannot be written, before any work."""
    if output is not None:
        if output.resolve() == file.resolve():
            raise ValueError(f"`--output` {output} is the file that is read.")
        if output.is_dir():
            raise ValueError(
                f"`--output` {output} is a folder. Give the name of a file in "
                "it."
            )
        _check_folder("--output", output.parent)
    if svg_dir is not None:
        _check_folder("--svg-dir", svg_dir)


def _check_folder(option, folder):
    """Raises a `ValueError` unless files can be made in it, or it itself."""
    folder = folder.absolute()
    there = next(f for f in (folder, *folder.parents) if f.exists())
    if not there.is_dir():
        raise ValueError(f"`{option}`: {there} is a file, and no folder.")
    if not os.access(there, os.W_OK | os.X_OK):
        raise ValueError(
            f"`{option}`: nothing can be written in {there}. Give another "
            "place."
        )


def _model(preset, structure):
    import zoo
    from zoo.tree_lstm.sentiment_task import SentimentTask
    from zoo.tree_lstm.tree_reader import TreeReader

    model = zoo.load_model(preset)
    if not isinstance(model, SentimentTask) or model.preprocessor is None:
        raise ValueError(
            f"`--preset` {preset} is no model of sentiment with a vocabulary: "
            f"it is a {type(model).__name__}. Presets of such models: "
            f"{', '.join(_presets()) or 'none is bundled'}."
        )
    if structure is not None and _reads_trees(model):
        kind = model.preprocessor.reader.kind
        model.preprocessor.reader = TreeReader(kind, structure)
    return model


def _presets():
    import zoo

    models = ("tree_lstm_sentiment", "lstm_sentiment")
    return [name for model in models for name in zoo.list_presets(model)]


def _reads_trees(model):
    return hasattr(model, "explain_all")


def _read(model, file, sentence):
    reader = model.preprocessor.reader
    try:
        value = reader.read(sentence.value)
        # Raises for a tree with too many children.
        reader.row(value, model.preprocessor.word_id)
    except (TypeError, ValueError) as error:
        # A tree in a line of text tells of line 1.
        problem = re.sub(r"\ALine 1, tree \d+: ", "", str(error))
        raise DataFormatError(
            f"{file}, line {sentence.line}: {problem}"
        ) from error
    return value


def _explanations(model, values):
    """A dict for each sentence, and the drawing, where there are trees."""
    if _reads_trees(model):
        return [
            {**explanation.to_dict(), "svg": explanation.svg}
            for explanation in model.explain_all(values)
        ]
    probabilities = model.predict(values, batch_size=256, verbose=0)
    return [
        {
            "sentence": " ".join(_words(value)),
            "class": model.class_names[number],
            "class_names": model.class_names,
            "nodes": [{"probabilities": [round(float(p), 6) for p in row]}],
        }
        for value, number, row in zip(
            values,
            model.classes.judge(probabilities),
            probabilities,
            strict=True,
        )
    ]


def _words(value):
    return value if isinstance(value, list) else value.words()


def _write(found, sentences, output, svg_dir):
    drawings = [entry.pop("svg", None) for entry in found]
    if output is not None:
        write_json(
            output,
            [
                {"line": sentence.line, **entry}
                for sentence, entry in zip(sentences, found, strict=True)
            ],
        )
    if svg_dir is not None:
        digits = max(4, len(str(len(drawings))))
        for number, draw in enumerate(drawings, start=1):
            path = svg_dir / f"tree_{number:0{digits}}.svg"
            with atomic_file(path) as file:
                file.write(draw())


def _show(found, sentences):
    table = rich.table.Table("line", "class", "probability", "sentence")
    for sentence, entry in list(zip(sentences, found, strict=True))[:SHOWN]:
        place = entry["class_names"].index(entry["class"])
        probability = entry["nodes"][-1]["probabilities"][place]
        table.add_row(
            str(sentence.line),
            entry["class"],
            f"{probability:.2f}",
            rich.markup.escape(entry["sentence"][:80]),
        )
    OUTPUT.print(table)
    if len(found) > SHOWN:
        say(f"... {len(found):,} sentences in all; `--output` has each.")
