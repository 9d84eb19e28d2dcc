"""Reader of the data sets that are scored by cross-validation."""

import dataclasses

from recipes.datasets.data_format_error import DataFormatError
from recipes.datasets.find_files import find_files
from recipes.datasets.labelled_sentences import LabelledSentences
from recipes.datasets.read_lines import read_lines


@dataclasses.dataclass(frozen=True)
class PolaritySet:
    """What is published of a data set.

    Args:
        file_name: Name of its file.
        size: Number of sentences.
        class_names: Names of classes 0 and 1.
    """

    file_name: str
    size: int
    class_names: tuple


POLARITY_SETS = {
    "mr": PolaritySet("rt-polarity.all", 10662, ("negative", "positive")),
    "subj": PolaritySet("subj.all", 10000, ("subjective", "objective")),
    "cr": PolaritySet("custrev.all", 3775, ("negative", "positive")),
    "mpqa": PolaritySet("mpqa.all", 10606, ("negative", "positive")),
}
_SUBFOLDERS = ("", "sentclf")


def read_polarity(folder, name):
    """Reads one of the data sets and checks its size.

    The files are in Latin-1; some words hold a control character at which
    `str.splitlines` would cut.

    Args:
        folder: A folder with the file, plain or as `.gz`.
        name: `"mr"`, film reviews; `"subj"`, subjective or objective; `"cr"`,
            reviews of products; `"mpqa"`, opinions.

    Returns:
        `LabelledSentences` of lists of words. One sentence of CR has none.

    Raises:
        DataFormatError: If the file is missing, a line is malformed, or there
            are not as many sentences as published.
        ValueError: For an unknown name.
    """
    if name not in POLARITY_SETS:
        raise ValueError(
            f"`name` must be one of {', '.join(POLARITY_SETS)}. Received: "
            f"{name!r}."
        )
    info = POLARITY_SETS[name]
    layout = (
        f"Expected {info.file_name}, plain or as .gz, with {info.size:,} "
        "lines, each the class 0 or 1, a space, and a sentence; in the folder "
        "itself, or in sentclf/ inside it."
    )
    path = find_files(folder, [info.file_name], layout, _SUBFOLDERS)
    path = path[info.file_name]
    sentences, labels = [], []
    for number, line in enumerate(read_lines(path, "latin-1"), start=1):
        label, _, text = line.partition(" ")
        words = [word for word in text.split(" ") if word]
        if label not in ("0", "1"):
            raise DataFormatError(
                f"{path}, line {number}: expected 0 or 1 and a sentence, found "
                f"{line[:60]!r}."
            )
        labels.append(int(label))
        sentences.append(words)
    if len(sentences) != info.size:
        raise DataFormatError(
            f"{path} has {len(sentences):,} sentences. The published data set "
            f"has {info.size:,}. {layout}"
        )
    return LabelledSentences(sentences, labels, info.class_names)
