"""Data sets of a few sentences, in the files of the published ones."""

import numpy as np
from random_trees import random_tree

from keras_tpr.trees import to_brackets
from recipes.datasets.sick_relatedness import SICK_SIZES
from recipes.datasets.sst_trees import SST_SIZES
from recipes.datasets.sst_trees.read_sst_trees import SplitSize

SST_COUNTS = {"train": 14, "validation": 6, "test": 6}
SICK_COUNTS = {"train": 8, "validation": 4, "test": 4}


def write_treebank(folder, monkeypatch, seed=0):
    """Writes sentiment trees; their number is taken as published.

    Returns:
        A dict from splits to lists of `Tree`s.
    """
    rng = np.random.default_rng(seed)
    splits = {}
    for split, count in SST_COUNTS.items():
        trees = [
            random_tree(rng, int(rng.integers(1, 7)), words=9)
            for _ in range(count)
        ]
        name = SST_SIZES[split].file_name
        size = SplitSize(name, count, sum(tree.size for tree in trees))
        monkeypatch.setitem(SST_SIZES, split, size)
        lines = (f"{to_brackets(tree)}\n" for tree in trees)
        (folder / name).write_text("".join(lines), encoding="utf-8")
        splits[split] = trees
    return splits


def write_pairs(folder, monkeypatch):
    """Writes pairs of parsed sentences; their number is taken as published."""
    rng = np.random.default_rng(0)
    for split, count in SICK_COUNTS.items():
        monkeypatch.setitem(SICK_SIZES, split, count)
        place = folder / split.replace("validation", "dev")
        place.mkdir()
        files = {"id.txt": range(count)}
        files["sim.txt"] = rng.uniform(1, 5, count).round(2)
        for side in "ab":
            words = [
                [f"w{rng.integers(9)}" for _ in range(rng.integers(1, 6))]
                for _ in range(count)
            ]
            files |= {
                f"{side}.txt": map(" ".join, words),
                f"{side}.toks": map(" ".join, words),
                # Each word is the head of the next one.
                f"{side}.parents": (
                    " ".join(map(str, range(len(w)))) for w in words
                ),
                f"{side}.rels": (" ".join("x" for _ in w) for w in words),
            }
        for name, lines in files.items():
            text = "".join(f"{line}\n" for line in lines)
            (place / name).write_text(text, encoding="utf-8")


def write_glove(path, size=4, words=9):
    """Writes vectors of the words `w0`, `w1`, ... of both."""
    rng = np.random.default_rng(0)
    lines = (
        f"w{n} {' '.join(f'{x:.3f}' for x in rng.normal(size=size))}\n"
        for n in range(words)
    )
    path.write_text("".join(lines), encoding="utf-8")
