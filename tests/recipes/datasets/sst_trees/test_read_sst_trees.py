import collections
import pathlib

import pytest

from recipes.datasets.data_format_error import DataFormatError
from recipes.datasets.sst_trees import read_sst_trees

REAL = pathlib.Path(__file__).parents[5] / "shared/data/sst"


@pytest.mark.parametrize("subfolder", ["", "trees", "sst_trees"])
def test_splits(small_sst, tmp_path, subfolder):
    small_sst(tmp_path / subfolder)
    splits = read_sst_trees(tmp_path)
    assert list(splits) == ["train", "validation", "test"]
    assert [tree.label for tree in splits["train"]] == ["4", "0"]
    assert splits["train"][0].words() == ["a", "rare", "8\u00a01\\/2"]
    assert splits["validation"][0].tags() == ["1", "2"]


@pytest.mark.parametrize(
    "text, message",
    [
        ("(1 (1 bad) (2 .)\n", r"dev.txt: Line 1, tree 1: .*still open"),
        ("(1 (1 bad) (5 .))\n", "dev.txt, tree 1: the label '5'.*'bad .'"),
        ("(1 (1 bad) ( (2 a) (2 .)))\n", "dev.txt, tree 1: the label None"),
        ("", "dev.txt has 0 trees.*validation split has 1 with 3.*\nExpected"),
        ("(1 bad)\n", "dev.txt has 1 trees with 1 nodes"),
        (None, r"1 of 3 files are missing: dev.txt(.|\n)*Found: .*train.txt"),
    ],
)
def test_malformed_files(small_sst, tmp_path, text, message):
    small_sst(tmp_path, dev=text)
    with pytest.raises(DataFormatError, match=message):
        read_sst_trees(tmp_path)


def test_the_published_sizes_are_checked(small_sst, monkeypatch, tmp_path):
    small_sst(tmp_path)
    monkeypatch.undo()
    with pytest.raises(DataFormatError, match="2 trees.*8,544 with 318,582"):
        read_sst_trees(tmp_path)


@pytest.mark.skipif(not REAL.is_dir(), reason="needs ../shared/data/sst")
def test_the_real_files():
    splits = read_sst_trees(REAL)
    classes = {
        split: [
            count
            for _, count in sorted(
                collections.Counter(tree.label for tree in trees).items()
            )
        ]
        for split, trees in splits.items()
    }
    card = (
        pathlib.Path(__file__)
        .parents[4]
        .joinpath("recipes/datasets/sst_trees/README.md")
    )
    for split, trees in splits.items():
        counts = [len(trees), sum(t.size for t in trees), *classes[split]]
        row = " | ".join(f"{count:,}" for count in counts)
        assert f"| {split} | {row} |" in card.read_text("utf-8")
