"""Reader of the original files of the TREC question classes."""

import pathlib
import re

from recipes.datasets.data_format_error import DataFormatError
from recipes.datasets.find_files import find_files, present_files
from recipes.datasets.labelled_sentences import LabelledSentences
from recipes.datasets.read_lines import read_lines

CLASS_NAMES = ("ABBR", "DESC", "ENTY", "HUM", "LOC", "NUM")
TREC_SIZES = {"train": 5452, "test": 500}
# Under the names of the release, and those of later copies.
_NAMES = (
    {"train": "train_5500.label", "test": "TREC_10.label"},
    {"train": "train.txt", "test": "test.txt"},
)
_SUBFOLDERS = ("", "trec")
_LINE = re.compile(r"(\w+):(\w+) +(\S.*?) *")
LAYOUT = """\
Expected the files of the question classes of Li and Roth, plain or as .gz:
    train_5500.label, or train.txt      5,452 questions, one a line:
                                        HUM:ind Who wrote Hamlet ?
    TREC_10.label, or test.txt            500 questions
in the folder itself, or in trec/ inside it."""


def read_trec(folder):
    """Reads the questions from local files and checks their number.

    The files are in Latin-1. Questions are split already, with spaces between
    words.

    Args:
        folder: A folder with the two files.

    Returns:
        A dict from `train` and `test` to `LabelledSentences` with the six
        coarse classes.

    Raises:
        DataFormatError: If files are missing (those expected and those found
            are shown), a line is malformed or of an unknown class, or there
            are not as many questions as published.

    Reference:
        Li and Roth, Learning Question Classifiers, COLING 2002.
    """
    folder = pathlib.Path(folder)
    names = _NAMES[0]
    for candidate in _NAMES:
        files = list(candidate.values())
        if any(present_files(folder / sub, files) for sub in _SUBFOLDERS):
            names = candidate
            break
    paths = find_files(folder, list(names.values()), LAYOUT, _SUBFOLDERS)
    return {split: _read(split, paths[name]) for split, name in names.items()}


def _read(split, path):
    sentences, labels = [], []
    for number, line in enumerate(read_lines(path, "latin-1"), start=1):
        match = _LINE.fullmatch(line)
        if match is None or match[1] not in CLASS_NAMES:
            raise DataFormatError(
                f"{path}, line {number}: expected a class, a colon, a finer "
                f"class and a question, found {line[:60]!r}. Classes are "
                f"{', '.join(CLASS_NAMES)}."
            )
        labels.append(CLASS_NAMES.index(match[1]))
        sentences.append(match[3].split(" "))
    if len(sentences) != TREC_SIZES[split]:
        raise DataFormatError(
            f"{path} has {len(sentences):,} questions. The published {split} "
            f"split has {TREC_SIZES[split]:,}: the file is cut short, or "
            f"another selection.\n{LAYOUT}"
        )
    # Several spaces in a row make no words.
    sentences = [[word for word in row if word] for row in sentences]
    return LabelledSentences(sentences, labels, CLASS_NAMES)
