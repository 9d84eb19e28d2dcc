"""Lines of text files, which may be compressed."""

import gzip
import pathlib


def read_lines(path, encoding="utf-8"):
    """Reads the lines of a text file.

    Only line ends separate lines: words may hold the separators of Unicode,
    at which `str.splitlines` would cut.

    Args:
        path: Path of the file, compressed by gzip if it ends with `.gz`.
        encoding: Of the file.

    Returns:
        A list of strings without their line ends.
    """
    path = pathlib.Path(path)
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding=encoding, newline="\n") as file:
        return [line.rstrip("\r\n") for line in file]
