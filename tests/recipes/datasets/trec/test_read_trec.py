import collections
import pathlib
from unittest import mock

import pytest

from recipes.datasets.data_format_error import DataFormatError
from recipes.datasets.trec import read_trec, trec_from_tfds
from recipes.datasets.trec.read_trec import TREC_SIZES

REAL = pathlib.Path(__file__).parents[5] / "shared/data/trec"
CARD = pathlib.Path(__file__).parents[4] / "recipes/datasets/trec/README.md"
LINES = {
    "train": "HUM:ind Who wrote Hamlet ?\n"
    "LOC:city Where is sister\u00f0city ? ",
    "test": "ABBR:exp What  is NASA ?\n",
}


@pytest.fixture
def write(monkeypatch, tmp_path):
    monkeypatch.setitem(TREC_SIZES, "train", 2)
    monkeypatch.setitem(TREC_SIZES, "test", 1)

    def write(names=("train.txt", "test.txt"), folder="", **lines):
        place = tmp_path / folder
        place.mkdir(exist_ok=True)
        for name, text in zip(names, (LINES | lines).values(), strict=True):
            if text is not None:
                (place / name).write_bytes(text.encode("latin-1"))
        return tmp_path

    return write


@pytest.mark.parametrize(
    "names", [("train.txt", "test.txt"), ("train_5500.label", "TREC_10.label")]
)
@pytest.mark.parametrize("folder", ["", "trec"])
def test_questions(write, names, folder):
    splits = read_trec(write(names, folder))
    train = splits["train"]
    assert train.sentences[0] == ["Who", "wrote", "Hamlet", "?"]
    assert train.sentences[1][2] == "sister\u00f0city"
    assert [train.class_names[label] for label in train.labels] == [
        "HUM",
        "LOC",
    ]
    assert splits["test"].sentences == [["What", "is", "NASA", "?"]]


@pytest.mark.parametrize(
    ("test", "message"),
    [
        ("ABBR What ?\n", "line 1: expected a class, a colon.*'ABBR What"),
        ("XYZ:exp What ?\n", "line 1:.*Classes are ABBR, DESC"),
        ("ABBR:exp\n", "line 1: expected"),
        ("", "has 0 questions. The published test split has 1"),
        (None, r"1 of 2 files are missing: test.txt(.|\n)*Found: train.txt"),
    ],
)
def test_malformed_files(write, test, message):
    folder = write(test=test)
    with pytest.raises(DataFormatError, match=message):
        read_trec(folder)


def test_no_such_folder(tmp_path):
    with pytest.raises(DataFormatError, match="no folder(.|\n)*train_5500"):
        read_trec(tmp_path / "none")


@pytest.mark.skipif(not REAL.is_dir(), reason=f"needs {REAL}")
def test_the_real_files():
    for split, part in read_trec(REAL).items():
        counts = collections.Counter(part.labels)
        row = [len(part), *(counts[i] for i in range(6))]
        row = " | ".join(f"{count:,}" for count in row)
        assert f"| {split} | {row} |" in CARD.read_text("utf-8")


def test_questions_of_tfds(tmp_path):
    import tensorflow_datasets as tfds

    def fetched(manager, urls):
        place = tmp_path / "fetched"
        place.mkdir(exist_ok=True)
        for split, text in LINES.items():
            (place / split).write_bytes(text.encode("latin-1"))
        return {split: place / split for split in urls}

    with mock.patch.object(
        tfds.download.DownloadManager, "download_and_extract", fetched
    ):
        splits = trec_from_tfds(tmp_path / "data")
    train = splits["train"]
    found = {
        tuple(words): train.class_names[label]
        for words, label in zip(train.sentences, train.labels, strict=True)
    }
    assert found[("Who", "wrote", "Hamlet", "?")] == "HUM"
    assert len(found) == 2 and len(splits["test"]) == 1
