"""Reader of the constituency trees of GUM and GENTLE."""

from recipes.datasets.constituency_trees import (
    count_words,
    read_constituency_trees,
)
from recipes.datasets.find_files import find_files
from recipes.datasets.read_lines import read_lines
from recipes.datasets.split_size import SplitSize

FILES = {
    "train": "train.ptb",
    "validation": "dev.ptb",
    "test": "test.ptb",
    "test2": "test2.ptb",
}
GUM_SIZES = {
    "train": SplitSize(10224, 177410),
    "validation": SplitSize(1575, 28119),
    "test": SplitSize(1464, 28397),
    "test2": SplitSize(1334, 17799),
}
LAYOUT = """\
Expected the trees of GUM (const/*.ptb), joined by split, one tree a line,
without the documents from Reddit, whose words are masked; each file plain or
as .gz:
    train.ptb       10,224 trees: (ROOT (S (NP-SBJ (PRP it)) (VP ...)))
    dev.ptb          1,575 trees
    test.ptb         1,464 trees
    test2.ptb        1,334 trees, of GENTLE, out of domain
in the folder itself, or in gum/ inside it."""


def find_gum_trees(folder):
    """Paths of the files, by split; see `read_gum_trees`."""
    paths = find_files(folder, list(FILES.values()), LAYOUT, ("", "gum"))
    return {split: paths[name] for split, name in FILES.items()}


def read_gum_trees(folder):
    """Reads the trees from local files and checks their number.

    Args:
        folder: A folder with `train.ptb`, `dev.ptb`, `test.ptb`, `test2.ptb`,
            or these with `.gz`; they may be in `gum/` inside it.

    Returns:
        A dict from `train`, `validation`, `test` and `test2` to lists of
        `Tree`s without function tags and outer bracket.

    Raises:
        DataFormatError: If files are missing, a tree is malformed, or there
            are not as many trees and words as expected.
    """
    paths = find_gum_trees(folder)
    return {split: read_gum_split(split, path) for split, path in paths.items()}


def read_gum_split(split, path):
    """Reads the file of one split; see `read_gum_trees`."""
    trees = read_constituency_trees(read_lines(path), path)
    GUM_SIZES[split].check(path, len(trees), count_words(trees), LAYOUT)
    return trees
