"""Reader of the Penn Treebank, or of its sample."""

from recipes.datasets.constituency_trees import (
    count_words,
    read_constituency_trees,
)
from recipes.datasets.ptb_trees.ptb_files import (
    SAMPLE_LAYOUT,
    WSJ_LAYOUT,
    sample_texts,
    wsj_files,
)
from recipes.datasets.read_lines import read_lines
from recipes.datasets.split_size import SplitSize

# The first files of each split of the sample behind `train`.
SAMPLE_SPLITS = {"train": 1, "validation": 160, "test": 180}
SAMPLE_SIZES = {
    "train": SplitSize(3396, 81793),
    "validation": SplitSize(273, 6327),
    "test": SplitSize(245, 5964),
}
# As the paper has them: test is two sections, and 24 is trained on.
WSJ_SECTIONS = {
    "train": (*range(22), 24),
    "section_22": (22,),
    "section_23": (23,),
}
WSJ_SIZES = {
    "train": SplitSize(45092),
    "section_22": SplitSize(1700),
    "section_23": SplitSize(2416),
}
# Of the training sections every so many-th tree is held out.
HELD_OUT = 50


def read_ptb_sample(folder=None):
    """Reads the sample, 5 % of the treebank, and checks its size.

    Args:
        folder: A folder with NLTK's `treebank.zip` or `treebank/combined`;
            None for where NLTK keeps its data.

    Returns:
        A dict from `train` (wsj_0001 to 0159), `validation` (to 0179) and
        `test` (to 0199) to lists of `Tree`s without traces, function tags and
        outer bracket.

    Raises:
        DataFormatError: If files are missing or malformed, or there are not as
            many trees and words as there should be.
    """
    splits = {split: [] for split in SAMPLE_SPLITS}
    for name, text in sample_texts(folder):
        number = int(name[len("wsj_") : -len(".mrg")])
        split = [s for s, first in SAMPLE_SPLITS.items() if number >= first][-1]
        splits[split] += read_constituency_trees(text.split("\n"), name)
    for split, trees in splits.items():
        SAMPLE_SIZES[split].check(
            f"The split {split}", len(trees), count_words(trees), SAMPLE_LAYOUT
        )
    return splits


def read_wsj(folder):
    """Reads sections 00 to 24 of the treebank and checks their size.

    Args:
        folder: A folder with the sections, each a folder of `.mrg` files.

    Returns:
        A dict from `train` (sections 0 to 21 and 24 less what is held out),
        `validation` (every 50th tree of these), `section_22` and `section_23`
        to lists of `Tree`s without traces, function tags and outer bracket.

    Raises:
        DataFormatError: If sections are missing, a file is malformed, or there
            are not as many trees as there should be.
    """
    files = wsj_files(folder)
    splits = {}
    for split, sections in WSJ_SECTIONS.items():
        trees = [
            tree
            for section in sections
            for path in files[section]
            for tree in read_constituency_trees(read_lines(path), path)
        ]
        place = f"{folder}, {split}"
        WSJ_SIZES[split].check(
            place, len(trees), count_words(trees), WSJ_LAYOUT
        )
        splits[split] = trees
    train = splits.pop("train")
    held_out = train[HELD_OUT - 1 :: HELD_OUT]
    del train[HELD_OUT - 1 :: HELD_OUT]
    return {"train": train, "validation": held_out, **splits}
