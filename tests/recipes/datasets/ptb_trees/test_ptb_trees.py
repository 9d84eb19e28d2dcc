import pathlib
import zipfile
from unittest import mock

import pytest
import tensorflow_datasets as tfds

from keras_tpr.trees import from_brackets
from recipes.datasets import ptb_trees
from recipes.datasets.data_format_error import DataFormatError
from recipes.datasets.ptb_trees import (
    SAMPLE_SIZES,
    WSJ_SIZES,
    PtbTrees,
    ptb_files,
    read_ptb_sample,
    read_wsj,
)
from recipes.datasets.split_size import SplitSize

REAL = pathlib.Path(__file__).parents[5] / "shared/data/nltk_corpora"
TREE = "( (S (NP-SBJ-1 (NN w{})) (VP (VB go) (NP (-NONE- *-1)))\n  (. .)) )\n"


def text(number, count=1):
    return "".join(TREE.format(f"{number}_{i}") for i in range(count))


@pytest.fixture
def small_sample(monkeypatch):
    """A function that writes the sample, of one tree a file."""
    sizes = [(159, 477), (20, 60), (20, 60)]
    for split, size in zip(SAMPLE_SIZES, sizes, strict=True):
        monkeypatch.setitem(SAMPLE_SIZES, split, SplitSize(*size))

    def write(folder, as_zip=False, numbers=range(1, 200)):
        names = {f"wsj_{n:04}.mrg": text(n) for n in numbers}
        if as_zip:
            folder.mkdir(parents=True, exist_ok=True)
            with zipfile.ZipFile(folder / "treebank.zip", "w") as archive:
                for name, content in names.items():
                    archive.writestr(f"treebank/combined/{name}", content)
            return
        combined = folder / "treebank" / "combined"
        combined.mkdir(parents=True)
        for name, content in names.items():
            (combined / name).write_text(content)

    return write


@pytest.fixture
def small_wsj(monkeypatch):
    """A function that writes the sections, of ten trees each."""
    sizes = [SplitSize(230, 690), SplitSize(10, 30), SplitSize(10)]
    for split, size in zip(WSJ_SIZES, sizes, strict=True):
        monkeypatch.setitem(WSJ_SIZES, split, size)

    def write(folder, sections=range(25)):
        for section in sections:
            path = folder / f"{section:02}"
            path.mkdir(parents=True)
            (path / f"wsj_{section:02}00.mrg").write_text(text(section, 10))

    return write


@pytest.mark.parametrize("place", ["", "nltk_corpora", "corpora"])
@pytest.mark.parametrize("as_zip", [False, True])
def test_sample(small_sample, tmp_path, place, as_zip):
    small_sample(tmp_path / place, as_zip)
    splits = read_ptb_sample(tmp_path)
    first = {split: trees[0].words()[0] for split, trees in splits.items()}
    assert first == {"train": "w1_0", "validation": "w160_0", "test": "w180_0"}
    assert splits["train"][0] == from_brackets(
        "(S (NP (NN w1_0)) (VP (VB go)) (. .))"
    )


def test_sample_of_nltk(small_sample, tmp_path):
    small_sample(tmp_path / "corpora")
    with mock.patch("nltk.data.path", [str(tmp_path)]):
        assert len(read_ptb_sample()["test"]) == 20
    with mock.patch("nltk.data.path", []):
        with pytest.raises(DataFormatError, match="nltk.downloader treebank"):
            read_ptb_sample()


def test_a_sample_that_is_not_whole(small_sample, tmp_path):
    with pytest.raises(DataFormatError, match="has no such files"):
        read_ptb_sample(tmp_path)
    small_sample(tmp_path, numbers=range(1, 100))
    with pytest.raises(DataFormatError, match="has 99 files, the sample 199"):
        read_ptb_sample(tmp_path)


def test_other_sizes_are_an_error(small_sample, tmp_path):
    small_sample(tmp_path)
    path = tmp_path / "treebank/combined/wsj_0170.mrg"
    path.write_text(text(170, 2))
    with pytest.raises(DataFormatError, match="validation: there are 21 sent"):
        read_ptb_sample(tmp_path)
    path.write_text("( (S (NN a))")
    with pytest.raises(DataFormatError, match="wsj_0170.mrg: Line 1"):
        read_ptb_sample(tmp_path)


@pytest.mark.parametrize("place", ["", "parsed/mrg/wsj", "wsj"])
def test_sections(small_wsj, tmp_path, place):
    small_wsj(tmp_path / place)
    splits = read_wsj(tmp_path)
    sizes = {split: len(trees) for split, trees in splits.items()}
    assert sizes == {
        "train": 226,
        "validation": 4,
        "section_22": 10,
        "section_23": 10,
    }
    sections = {tree.words()[0].split("_")[0] for tree in splits["train"]}
    assert sections == {f"w{n}" for n in (*range(22), 24)}
    assert splits["validation"][0].words()[0] == "w4_9"


def test_missing_sections(small_wsj, tmp_path):
    small_wsj(tmp_path, sections=range(20))
    with pytest.raises(DataFormatError, match="sections 20, 21, 22, 23, 24"):
        read_wsj(tmp_path)


@pytest.mark.parametrize("config", ["sample", "wsj"])
def test_builder(small_sample, small_wsj, tmp_path, config):
    {"sample": small_sample, "wsj": small_wsj}[config](tmp_path / "manual")
    builder = PtbTrees(
        config=config, data_dir=tmp_path / "data", file_format="array_record"
    )
    manual = tfds.download.DownloadConfig(manual_dir=tmp_path / "manual")
    builder.download_and_prepare(download_config=manual)
    read = {"sample": read_ptb_sample, "wsj": read_wsj}[config]
    for split, trees in read(tmp_path / "manual").items():
        source = builder.as_data_source(split)
        assert len(source) == len(trees)
        for example in source:
            number = int(example["id"].decode().rpartition("-")[2])
            tree = from_brackets(example["tree"].decode())
            assert tree == trees[number]
            assert [t.decode() for t in example["tags"]] == tree.tags()


def test_names():
    assert set(ptb_trees.__all__) <= {*dir(ptb_trees), "ptb_files"}
    assert ptb_files.SAMPLE_FILES == 199
    with pytest.raises(AttributeError, match="no attribute 'Ptb'"):
        ptb_trees.Ptb  # noqa: B018


@pytest.mark.skipif(not REAL.is_dir(), reason="needs the sample in ../shared")
def test_the_real_sample():
    splits = read_ptb_sample(REAL)
    assert sum(map(len, splits.values())) == 3914
    card = pathlib.Path(ptb_trees.__file__).with_name("README.md").read_text()
    for split, trees in splits.items():
        words = sum(len(tree.words()) for tree in trees)
        row = next(
            r for r in card.split("\n") if r.startswith(f"| {split} | w")
        )
        assert row.endswith(f"| {len(trees):,} | {words:,} |")
