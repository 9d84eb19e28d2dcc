"""Reader of GloVe word vectors in their text format."""

import gzip
import pathlib

import numpy as np

from recipes.datasets.data_format_error import DataFormatError


def read_glove(path, words=None):
    """Reads word vectors from a file with a word and its numbers a line.

    The files of GloVe (`glove.6B.50d.txt` and others) have 400,000 words and
    more: give `words` to keep, and parse, only those needed.

    Args:
        path: path of the text file; it may be compressed by gzip (`.gz`).
        words: words to keep; None for all.

    Returns:
        Dict from word to float32 vector, in the order of the file. Words that
        the file lacks are missing.

    Raises:
        FileNotFoundError: if there is no such file.
        DataFormatError: if the file is empty, or a line does not have as many
            numbers as the first; with the number of the line.

    Reference:
        Pennington et al., GloVe: Global Vectors for Word Representation,
        EMNLP 2014.
    """
    path = pathlib.Path(path)
    wanted = None if words is None else set(words)
    vectors, size = {}, None
    with _opened(path) as file:
        for number, line in enumerate(file, start=1):
            word, *values = line.rstrip("\r\n").split(" ")
            if size is None:
                size = len(values)
            if len(values) != size or size < 2:
                raise DataFormatError(_width(path, number, line, size))
            if wanted is not None and word not in wanted:
                continue
            try:
                vectors[word] = np.array(values, "float32")
            except ValueError as error:
                raise DataFormatError(
                    f"{path}, line {number}: not all of the {size} values of "
                    f"{word!r} are numbers: {line[:60]!r}."
                ) from error
    if size is None:
        raise DataFormatError(f"{path} is empty.")
    return vectors


def vector_size(path):
    """The size of the vectors of a file; see `read_glove`."""
    path = pathlib.Path(path)
    with _opened(path) as file:
        line = file.readline()
    size = len(line.split(" ")) - 1
    if size < 2:
        raise DataFormatError(_width(path, 1, line, size))
    return size


def _opened(path):
    if not path.is_file():
        raise FileNotFoundError(
            f"There are no word vectors at {str(path)!r}. Expected a text file "
            "such as glove.6B.50d.txt, or its .gz, from the archive "
            "glove.6B.zip of the Stanford NLP group."
        )
    opened = gzip.open if path.suffix == ".gz" else open
    # Some words hold odd line separators: only "\n" ends a line.
    return opened(path, "rt", encoding="utf-8", newline="\n")


def _width(path, number, line, size):
    fields = line.split()
    place = f"{path}, line {number}"
    if number == 1 and len(fields) == 2 and fields[1].isdigit():
        return (
            f"{place}: {line.rstrip()!r} is the header of a word2vec file. "
            "Remove this line to read the rest as GloVe vectors."
        )
    if number == 1:
        return (
            f"{place}: expected a word and its numbers, separated by single "
            f"spaces; found {line[:60]!r}."
        )
    cause = "The file is cut short, or joined from files of different sizes."
    if len(fields) > size + 1:
        cause = (
            "The word holds a space, as some of glove.840B do. Remove the "
            "line, or use glove.6B or glove.42B."
        )
    return (
        f"{place}: expected a word and {size} numbers, as on the first line; "
        f"found {max(len(fields) - 1, 0)} after the word: {line[:60]!r}. "
        f"{cause}"
    )
