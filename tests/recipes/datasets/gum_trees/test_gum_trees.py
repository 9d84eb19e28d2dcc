import pathlib

import pytest
import tensorflow_datasets as tfds

from keras_tpr.trees import from_brackets
from recipes.datasets import gum_trees
from recipes.datasets.data_format_error import DataFormatError
from recipes.datasets.gum_trees import GUM_SIZES, GumTrees, read_gum_trees
from recipes.datasets.split_size import SplitSize

REAL = pathlib.Path(__file__).parents[5] / "shared/data/gum"
FILES = {
    "train": "(ROOT (S (NP-SBJ (PRP it)) (VP (VBZ is)) (. .)))\n"
    "(ROOT (NN a))\n",
    "dev": "(ROOT (FRAG (UH yes)))\n",
    "test": "(ROOT (NP (NN dog)))\n",
    "test2": "(ROOT (NP (NN cat)))\n",
}


@pytest.fixture
def small_gum(monkeypatch):
    """A function that writes the files; None leaves one out."""
    sizes = [(2, 4), (1, 1), (1, 1), (1, 1)]
    for split, size in zip(GUM_SIZES, sizes, strict=True):
        monkeypatch.setitem(GUM_SIZES, split, SplitSize(*size))

    def write(folder, **texts):
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in (FILES | texts).items():
            if text is not None:
                (folder / f"{name}.ptb").write_text(text, encoding="utf-8")

    return write


@pytest.mark.parametrize("subfolder", ["", "gum"])
def test_splits(small_gum, tmp_path, subfolder):
    small_gum(tmp_path / subfolder)
    splits = read_gum_trees(tmp_path)
    assert list(splits) == ["train", "validation", "test", "test2"]
    first, second = splits["train"]
    assert first == from_brackets("(S (NP (PRP it)) (VP (VBZ is)) (. .))")
    assert second == from_brackets("(NN a)")


@pytest.mark.parametrize(
    "text, message",
    [
        ("(ROOT (S (NN a))\n", "dev.ptb: Line 1, tree 1: .*still open"),
        ("(ROOT (-NONE- *))\n", "dev.ptb, tree 1: it has traces only"),
        ("", "0 sentences with 0 words. Expected are 1 with 1(.|\n)*dev.ptb"),
        (None, "1 of 4 files are missing: dev.ptb"),
    ],
)
def test_malformed_files(small_gum, tmp_path, text, message):
    small_gum(tmp_path, dev=text)
    with pytest.raises(DataFormatError, match=message):
        read_gum_trees(tmp_path)


def test_builder(small_gum, tmp_path):
    small_gum(tmp_path / "manual")
    builder = GumTrees(data_dir=tmp_path / "data", file_format="array_record")
    config = tfds.download.DownloadConfig(manual_dir=tmp_path / "manual")
    builder.download_and_prepare(download_config=config)
    splits = read_gum_trees(tmp_path / "manual")
    for split, trees in splits.items():
        source = builder.as_data_source(split)
        assert len(source) == len(trees)
        for example in source:
            number = int(example["id"].decode().rpartition("-")[2])
            tree = from_brackets(example["tree"].decode())
            assert tree == trees[number]
            assert [w.decode() for w in example["words"]] == tree.words()
            assert [t.decode() for t in example["tags"]] == tree.tags()


def test_names():
    assert set(gum_trees.__all__) == set(dir(gum_trees))
    with pytest.raises(AttributeError, match="no attribute 'Gum'"):
        gum_trees.Gum  # noqa: B018


@pytest.mark.skipif(not REAL.is_dir(), reason="needs ../shared/data/gum")
def test_the_real_files():
    card = pathlib.Path(gum_trees.__file__).with_name("README.md").read_text()
    for split, trees in read_gum_trees(REAL).items():
        words = sum(len(tree.words()) for tree in trees)
        assert f"| {split} | {len(trees):,} | {words:,} |" in card
        assert not any(tree.label == "ROOT" for tree in trees)
