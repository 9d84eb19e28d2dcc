"""Reader of the files of Sentiment140, and of samples of them."""

import csv
import pathlib

from recipes.datasets.data_format_error import DataFormatError
from recipes.datasets.find_files import find_files, present_files
from recipes.datasets.labelled_sentences import LabelledSentences
from recipes.datasets.read_lines import read_lines

CLASS_NAMES = ("negative", "positive")
_TRAIN = "training.1600000.processed.noemoticon.csv"
_TEST = "testdata.manual.2009.06.14.csv"
_SAMPLE = {"negative": "negative_15k.txt", "positive": "positive_15k.txt"}
_CLASS_OF_POLARITY = {"0": 0, "2": None, "4": 1}
_SUBFOLDERS = ("", "sentiment140")
LAYOUT = f"""\
Expected the files of Sentiment140, plain or as .gz:
    {_TRAIN}  1,600,000 tweets
    {_TEST}               498 tweets
as CSV with the polarity (0, 2 or 4) first and the text last; or, in place of
the first, {_SAMPLE["negative"]} and {_SAMPLE["positive"]} with a tweet a line;
in the folder itself, or in sentiment140/ inside it."""


def read_sentiment140(folder):
    """Reads the tweets from local files.

    Neutral tweets, of which the test file has some, are left out: training
    knows none.

    Args:
        folder: A folder with the files.

    Returns:
        A dict from `train` and `test` to `LabelledSentences` of texts as they
        were written.

    Raises:
        DataFormatError: If files are missing (those expected and those found
            are shown), or a line is malformed.

    Reference:
        Go et al., Twitter Sentiment Classification using Distant Supervision,
        2009.
    """
    folder = pathlib.Path(folder)
    whole = any(present_files(folder / s, [_TRAIN]) for s in _SUBFOLDERS)
    train = [_TRAIN] if whole else list(_SAMPLE.values())
    paths = find_files(folder, [*train, _TEST], LAYOUT, _SUBFOLDERS)
    return {
        "train": _csv(paths[_TRAIN]) if whole else _sample(paths),
        "test": _csv(paths[_TEST]),
    }


def _csv(path):
    sentences, labels = [], []
    lines = read_lines(path, "latin-1")
    for number, row in enumerate(csv.reader(lines), start=1):
        if len(row) < 2 or row[0] not in _CLASS_OF_POLARITY:
            raise DataFormatError(
                f"{path}, line {number}: expected a polarity, 0, 2 or 4, and "
                f"at the end a text; found {','.join(row)[:60]!r}."
            )
        label = _CLASS_OF_POLARITY[row[0]]
        if label is not None:
            sentences.append(row[-1])
            labels.append(label)
    if not sentences:
        raise DataFormatError(f"{path} holds no tweets.\n{LAYOUT}")
    return LabelledSentences(sentences, labels, CLASS_NAMES)


def _sample(paths):
    sentences, labels = [], []
    for label, name in enumerate(CLASS_NAMES):
        path = paths[_SAMPLE[name]]
        tweets = [line for line in read_lines(path) if line.strip()]
        if not tweets:
            raise DataFormatError(f"{path} holds no tweets.\n{LAYOUT}")
        sentences += tweets
        labels += [label] * len(tweets)
    return LabelledSentences(sentences, labels, CLASS_NAMES)
