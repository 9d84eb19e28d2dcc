"""The commands `python -m recipes tag` and `python -m recipes parse`."""

import gzip
import pathlib
from typing import Annotated

import typer

from recipes.datasets.data_format_error import DataFormatError
from recipes.running.console import failure, say
from zoo.atomic_file import atomic_file

# Lines that are shown without a file to write.
SHOWN = 20

File = Annotated[
    pathlib.Path,
    typer.Argument(
        help="Text, a sentence a line, words and marks separated by blanks. "
        "An empty line stays one. It may be compressed by gzip."
    ),
]
Output = Annotated[
    pathlib.Path | None, typer.Option(help="Text file to write, line by line.")
]
Encoding = Annotated[str, typer.Option(help="Of the file, such as latin-1.")]
Batch = Annotated[int, typer.Option(help="Sentences that are read at a time.")]


def tag(
    file: File,
    preset: Annotated[
        str, typer.Option(help="Name or folder of a trained tagger or parser.")
    ] = "atpl_pos_ewt_en",
    output: Output = None,
    encoding: Encoding = "utf-8",
    batch_size: Batch = 64,
):
    """Tells the parts of speech of the words in a file, as word/TAG."""

    def lines(model, sentences):
        for words, tags in zip(
            sentences, model.tag(sentences, batch_size), strict=True
        ):
            pairs = zip(words, tags, strict=True)
            yield " ".join(f"{word}/{tag}" for word, tag in pairs)

    _run("ATPLTagger", file, preset, output, encoding, lines)


def parse(
    file: File,
    preset: Annotated[
        str, typer.Option(help="Name or folder of a trained parser.")
    ] = "atpl_parse_gum_en",
    output: Output = None,
    encoding: Encoding = "utf-8",
    batch_size: Batch = 64,
):
    """Finds the constituency trees of the sentences in a file."""

    def lines(model, sentences):
        return model.parse(sentences, batch_size, form="brackets")

    _run("ATPLParser", file, preset, output, encoding, lines)


def _run(kind, file, preset, output, encoding, lines):
    try:
        if output is not None and output.resolve() == file.resolve():
            raise ValueError(f"`--output` {output} is the file that is read.")
        if output is not None and output.is_dir():
            raise ValueError(f"`--output` {output} is a folder: name a file.")
        sentences = read_text(file, encoding)
        found = list(lines(_model(preset, kind), sentences))
        if output is not None:
            with atomic_file(output) as written:
                written.writelines(f"{line}\n" for line in found)
    except (DataFormatError, TypeError, ValueError, OSError) as error:
        raise failure(error) from error
    if output is not None:
        say(f"Written: {output}")
        return
    for line in found[:SHOWN]:
        # Brackets are no markup.
        typer.echo(line)
    if len(found) > SHOWN:
        say(f"... {len(found):,} lines in all; `--output` has each.")


def read_text(path, encoding="utf-8"):
    """The words of each line of a file, of an empty one none.

    Raises:
        DataFormatError: If there is no such file, it is empty, or it has
            another encoding.
    """
    if not path.is_file():
        raise DataFormatError(f"There is no file {path}.")
    data = path.read_bytes()
    try:
        if path.suffix == ".gz":
            data = gzip.decompress(data)
        # Some editors begin a file with a mark, which is no word.
        text = data.decode(encoding).removeprefix("\ufeff")
    except (EOFError, gzip.BadGzipFile) as error:
        raise DataFormatError(f"{path} cannot be read: {error}.") from error
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise DataFormatError(
            f"{path}, line {line}: the byte 0x{data[error.start]:02x} is not "
            f"{encoding}. Name the encoding, such as `--encoding latin-1`."
        ) from error
    except LookupError as error:
        raise DataFormatError(
            f"`--encoding` {encoding!r} is unknown. Try utf-8 or latin-1."
        ) from error
    if not text:
        raise DataFormatError(f"{path} is empty: there is no sentence.")
    lines = text.removesuffix("\n").split("\n")
    return [line.split() for line in lines]


def _model(preset, kind):
    import zoo

    model = zoo.load_model(preset)
    known = {
        "ATPLTagger": (zoo.ATPLTagger, zoo.ATPLParser),
        "ATPLParser": (zoo.ATPLParser,),
    }[kind]
    if not isinstance(model, known) or model.preprocessor is None:
        raise ValueError(
            f"`--preset` {preset} is no {kind} with a vocabulary: it is a "
            f"{type(model).__name__}."
        )
    return model
