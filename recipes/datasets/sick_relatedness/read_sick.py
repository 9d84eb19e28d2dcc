"""Reader of SICK with dependency parses, as the Tree-LSTM release writes it."""

import dataclasses

from keras_tpr.trees import Tree, TreeFormatError, from_parents
from recipes.datasets.data_format_error import DataFormatError
from recipes.datasets.find_files import find_files
from recipes.datasets.read_lines import read_lines

SICK_SIZES = {"train": 4500, "validation": 500, "test": 4927}
_FOLDERS = {"train": "train", "validation": "dev", "test": "test"}
_SENTENCES = ("a", "b")
_KINDS = ("txt", "toks", "parents", "rels")
_FILES = (
    "id.txt",
    "sim.txt",
    *(f"{sentence}.{kind}" for sentence in _SENTENCES for kind in _KINDS),
)
LAYOUT = """\
Expected SICK as the preprocessing of the Tree-LSTM release (Tai et al., 2015)
writes it, in folders train/ (4,500 pairs), dev/ (500) and test/ (4,927), each
file with a pair a line, plain or as .gz:
    id.txt, sim.txt             number of the pair, relatedness from 1 to 5
    a.txt, b.txt                the sentences
    a.toks, b.toks              their words
    a.parents, b.parents        the number of each word's head, 0 for the root
    a.rels, b.rels              the relation of each word to its head
The folders are in the folder itself, or in sick/, treelstm/ or sick/treelstm/
inside it."""
_SUBFOLDERS = ("", "sick", "treelstm", "sick/treelstm")


@dataclasses.dataclass(frozen=True)
class SickPair:
    """Two sentences and how related their meanings are.

    Args:
        id: Number of the pair in SICK.
        sentence_a: The first sentence.
        sentence_b: The second one.
        tree_a: The dependency tree of the first, with relations as labels.
        tree_b: That of the second.
        score: Mean relatedness, from 1 to 5.
    """

    id: int
    sentence_a: str
    sentence_b: str
    tree_a: Tree
    tree_b: Tree
    score: float


def find_sick(folder):
    """Paths of the files: a dict of dicts, by split and name of the file."""
    names = [
        f"{split_folder}/{name}"
        for split_folder in _FOLDERS.values()
        for name in _FILES
    ]
    paths = find_files(folder, names, LAYOUT, _SUBFOLDERS)
    return {
        split: {name: paths[f"{split_folder}/{name}"] for name in _FILES}
        for split, split_folder in _FOLDERS.items()
    }


def read_sick(folder):
    """Reads the pairs from local files and checks their number.

    Args:
        folder: A folder with `train/`, `dev/` and `test/`, each with the
            files that the preprocessing of the Tree-LSTM release writes; they
            may be in `sick/`, `treelstm/` or `sick/treelstm/` inside it.

    Returns:
        A dict from `train`, `validation` and `test` to lists of `SickPair`.

    Raises:
        DataFormatError: If files are missing (those expected and those found
            are shown), a line is malformed, or there are not as many pairs as
            published.

    Reference:
        Tai et al., Improved Semantic Representations From Tree-Structured Long
        Short-Term Memory Networks, ACL 2015, section 5.2.
    """
    paths = find_sick(folder)
    return {split: read_sick_split(split, paths[split]) for split in paths}


def read_sick_split(split, paths):
    """Reads the files of one split, given by their names."""
    lines = {name: read_lines(path) for name, path in paths.items()}
    for name, path in paths.items():
        if len(lines[name]) != SICK_SIZES[split]:
            raise DataFormatError(
                f"{path} has {len(lines[name]):,} lines. The published {split} "
                f"split has {SICK_SIZES[split]:,} pairs, one a line.\n{LAYOUT}"
            )
    columns = (
        _parsed(paths["id.txt"], lines["id.txt"], int),
        map(str.strip, lines["a.txt"]),
        map(str.strip, lines["b.txt"]),
        _trees("a", paths, lines),
        _trees("b", paths, lines),
        _parsed(paths["sim.txt"], lines["sim.txt"], _score),
    )
    return [SickPair(*values) for values in zip(*columns, strict=True)]


def _trees(sentence, paths, lines):
    """The trees of the first or of the second sentence of all pairs."""
    kinds = ("parents", "toks", "rels")
    columns = [lines[f"{sentence}.{kind}"] for kind in kinds]
    return _parsed(
        paths[f"{sentence}.parents"],
        list(zip(*columns, strict=True)),
        _tree,
    )


def _tree(line):
    # Not at any blank: words may hold a no-break space.
    parents, words, relations = (
        [part for part in text.split(" ") if part] for text in line
    )
    if len(parents) != len(words):
        raise TreeFormatError(
            f"there are {len(parents)} heads for {len(words)} words"
        )
    return from_parents(list(map(int, parents)), words, relations)


def _score(line):
    score = float(line)
    if not 1 <= score <= 5:
        raise ValueError("relatedness goes from 1 to 5")
    return score


def _parsed(path, lines, parse):
    """What `parse` makes of each line of a file."""
    values = []
    for number, line in enumerate(lines, start=1):
        try:
            values.append(parse(line))
        except ValueError as error:
            raise DataFormatError(
                f"{path}, line {number}: {error}. Received {line!r}."
            ) from error
    return values
