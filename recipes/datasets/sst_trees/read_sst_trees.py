"""Reader of the Stanford Sentiment Treebank's files of bracketed trees."""

import dataclasses

from keras_tpr.trees import TreeFormatError, read_trees
from recipes.datasets.data_format_error import DataFormatError
from recipes.datasets.find_files import find_files, present_files
from recipes.datasets.read_lines import read_lines

CLASS_NAMES = (
    "very negative",
    "negative",
    "neutral",
    "positive",
    "very positive",
)
_LABELS = frozenset(map(str, range(len(CLASS_NAMES))))
LAYOUT = """\
Expected the files of trainDevTestTrees_PTB.zip, each plain or as .gz:
    train.txt       8,544 trees, one a line: (3 (2 It) (4 (4 works) (2 .)))
    dev.txt         1,101 trees
    test.txt        2,210 trees
in the folder itself, or in trees/ or sst_trees/ inside it."""


@dataclasses.dataclass(frozen=True)
class SplitSize:
    """What is published of a split.

    Args:
        file_name: Name of its file.
        num_trees: Number of sentences.
        num_nodes: Number of nodes, each with a class.
    """

    file_name: str
    num_trees: int
    num_nodes: int


SST_SIZES = {
    "train": SplitSize("train.txt", 8544, 318582),
    "validation": SplitSize("dev.txt", 1101, 41447),
    "test": SplitSize("test.txt", 2210, 82600),
}


_SUBFOLDERS = ("", "trees", "sst_trees")


def has_sst_trees(folder):
    """Whether a folder has any of the files; see `read_sst_trees`."""
    names = [size.file_name for size in SST_SIZES.values()]
    return any(present_files(folder / sub, names) for sub in _SUBFOLDERS)


def find_sst_trees(folder):
    """Paths of the files, by split; see `read_sst_trees`."""
    names = {split: size.file_name for split, size in SST_SIZES.items()}
    paths = find_files(folder, list(names.values()), LAYOUT, _SUBFOLDERS)
    return {split: paths[name] for split, name in names.items()}


def read_sst_trees(folder):
    """Reads the treebank from local files and checks its size.

    Args:
        folder: A folder with `train.txt`, `dev.txt` and `test.txt`, or these
            with `.gz`; they may be in `trees/` or `sst_trees/` inside it.

    Returns:
        A dict from `train`, `validation` and `test` to lists of `Tree`. The
        labels are strings from `"0"`, very negative, to `"4"`.

    Raises:
        DataFormatError: If files are missing (those expected and those found
            are shown), a tree is malformed, a label is not a class, or there
            are not as many trees and nodes as published.
    """
    paths = find_sst_trees(folder)
    return {split: read_sst_split(split, path) for split, path in paths.items()}


def read_sst_split(split, path):
    """Reads the file of one split; see `read_sst_trees`."""
    try:
        trees = list(read_trees(read_lines(path)))
    except TreeFormatError as error:
        raise DataFormatError(f"{path}: {error}") from error
    num_nodes = 0
    for number, tree in enumerate(trees, start=1):
        for node in tree.preorder():
            num_nodes += 1
            if node.label not in _LABELS:
                raise DataFormatError(
                    f"{path}, tree {number}: the label {node.label!r} is not "
                    f"a class from 0 to 4. The sentence: "
                    f"{' '.join(tree.words())[:80]!r}."
                )
    size = SST_SIZES[split]
    if (len(trees), num_nodes) != (size.num_trees, size.num_nodes):
        raise DataFormatError(
            f"{path} has {len(trees):,} trees with {num_nodes:,} nodes. The "
            f"published {split} split has {size.num_trees:,} with "
            f"{size.num_nodes:,}: the file is cut short, or another "
            f"conversion.\n{LAYOUT}"
        )
    return trees
