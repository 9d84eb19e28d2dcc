"""A treebank of four sentences."""

import pytest

from recipes.datasets.sst_trees.read_sst_trees import SST_SIZES, SplitSize

TREES = {
    "train": "(4 (2 a) (4 (3 rare) (3 8\u00a01\\/2)))\n(0 (2 no) (2 .))\n",
    "dev": "(1 (1 bad) (2 .))\n",
    "test": "(3 (2 so) (3 good))\n",
}
SIZES = {
    "train": SplitSize("train.txt", 2, 8),
    "validation": SplitSize("dev.txt", 1, 3),
    "test": SplitSize("test.txt", 1, 3),
}


@pytest.fixture
def small_sst(monkeypatch):
    """A function that writes the files; their sizes are taken as published.

    Arguments replace the text of files; None leaves a file out.
    """
    for split, size in SIZES.items():
        monkeypatch.setitem(SST_SIZES, split, size)

    def write(folder, **texts):
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in (TREES | texts).items():
            if text is not None:
                path = folder / f"{name}.txt"
                path.write_text(text, encoding="utf-8", newline="")

    return write
