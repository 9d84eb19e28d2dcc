"""A file of sentences, as trees in brackets or as text."""

import dataclasses
import gzip
import pathlib

from recipes.datasets.data_format_error import DataFormatError

_SHOWN = 20


@dataclasses.dataclass(frozen=True)
class Sentence:
    """A sentence of a file.

    Args:
        line: Number of the line it ends in, from 1.
        value: A `Tree`, or the text of the line.
    """

    line: int
    value: object


def read_sentences(path, trees, encoding="utf-8", dependencies=False):
    """Reads a file, plain or with `.gz`.

    Args:
        path: The file.
        trees: Whether it holds trees in brackets, which may go over several
            lines; otherwise each line is a sentence, and blank ones are none.
        encoding: Of the file.
        dependencies: Whether the trees are dependency trees, whose nodes have
            words beside children.

    Returns:
        A list of `Sentence`s.

    Raises:
        DataFormatError: If there is no such file or no sentence in it, if it
            has another encoding (the place is named), or if a tree is
            malformed (line, tree and place are named).
    """
    path = pathlib.Path(path)
    lines = _text(path, encoding).split("\n")
    found = _trees(path, lines, dependencies) if trees else _texts(lines)
    sentences = list(found)
    if not sentences:
        raise DataFormatError(f"{path} holds no sentence.")
    return sentences


def _texts(lines):
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield Sentence(number, line.strip())


def _trees(path, lines, dependencies):
    from keras_tpr.trees import TreeFormatError, read_trees

    number = 0

    def counted():
        nonlocal number
        for line in lines:
            number += 1
            yield line

    try:
        for tree in read_trees(
            counted(), unescape=True, dependencies=dependencies
        ):
            yield Sentence(number, tree)
    except TreeFormatError as error:
        remedy = ""
        if "outside of all brackets" in str(error):
            remedy = (
                " For plain text, a sentence a line, give `--structure "
                "right_branching` or `balanced`."
            )
        problem = str(error).replace(
            "for dependency trees give `dependencies=True`",
            "dependency trees need a model of that kind",
        )
        raise DataFormatError(f"{path}: {problem}{remedy}") from error


def _text(path, encoding):
    try:
        data = path.read_bytes()
        if path.suffix == ".gz":
            data = gzip.decompress(data)
    except (OSError, EOFError) as error:
        raise DataFormatError(f"{path} cannot be read: {error}.") from error
    try:
        text = data.decode(encoding).replace("\r\n", "\n")
        # Some editors begin files with a byte order mark.
        return text.removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        start = max(error.start - _SHOWN, before.rfind(b"\n") + 1)
        shown = data[start : error.start].decode(encoding, "replace")
        raise DataFormatError(
            f"{path}, line {before.count(10) + 1}: the byte "
            f"0x{data[error.start]:02x} at offset {error.start:,} is not "
            f"{encoding}; it stands behind {shown!r}. Name the encoding of "
            "the file, such as `--encoding latin-1`."
        ) from error
    except LookupError as error:
        raise DataFormatError(
            f"`--encoding` {encoding!r} is unknown. Try utf-8, latin-1 or "
            "cp1252."
        ) from error
