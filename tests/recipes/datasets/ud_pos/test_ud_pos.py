import pathlib

import pytest
import tensorflow_datasets as tfds

from recipes.datasets import ud_pos
from recipes.datasets.data_format_error import DataFormatError
from recipes.datasets.split_size import SplitSize
from recipes.datasets.ud_pos import (
    UD_POS_SIZES,
    TaggedSentence,
    UdPos,
    read_ud_pos,
)

REAL = pathlib.Path(__file__).parents[5] / "shared/data/ud_ewt"


def rows(*words):
    """Lines of a sentence, of `(word, upos, xpos)`."""
    return "".join(
        "\t".join([str(n), word, "_", upos, xpos, *"_" * 5]) + "\n"
        for n, (word, upos, xpos) in enumerate(words, start=1)
    )


DOGS = rows(("Dogs", "NOUN", "NNS"), ("bark", "VERB", "VBP"))
YES = rows(("yes", "INTJ", "UH"))
TOKEN = "\t".join(["1-2", "Dogsbark", *"_" * 8])
FILES = {
    "train": f"# text = Dogs bark\n{TOKEN}\n{DOGS}\n{YES}\n",
    "dev": f"{YES}\n",
    "test": f"{YES}\n",
}


@pytest.fixture
def small_ewt(monkeypatch):
    """A function that writes the files; None leaves one out."""
    for split, size in zip(UD_POS_SIZES, [(2, 3), (1, 1), (1, 1)], strict=True):
        monkeypatch.setitem(UD_POS_SIZES, split, SplitSize(*size))

    def write(folder, **texts):
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in (FILES | texts).items():
            if text is not None:
                path = folder / f"en_ewt-ud-{name}.conllu"
                path.write_text(text, encoding="utf-8")

    return write


@pytest.mark.parametrize("subfolder", ["", "ud_ewt", "UD_English-EWT"])
def test_splits(small_ewt, tmp_path, subfolder):
    small_ewt(tmp_path / subfolder)
    splits = read_ud_pos(tmp_path)
    assert list(splits) == ["train", "validation", "test"]
    assert splits["train"] == [
        TaggedSentence(("Dogs", "bark"), ("NOUN", "VERB"), ("NNS", "VBP")),
        TaggedSentence(("yes",), ("INTJ",), ("UH",)),
    ]


@pytest.mark.parametrize(
    "text, message",
    [
        (rows(("yes", "INTJ", "_")), "sentence 1: a word has no part.*'yes'"),
        ("1\tyes\n", "dev.conllu: Line 1"),
        ("", "0 sentences with 0 words. Expected are 1 with 1"),
        (None, "1 of 3 files are missing: en_ewt-ud-dev.conllu"),
    ],
)
def test_malformed_files(small_ewt, tmp_path, text, message):
    small_ewt(tmp_path, dev=text)
    with pytest.raises(DataFormatError, match=message):
        read_ud_pos(tmp_path)


def test_builder(small_ewt, tmp_path):
    small_ewt(tmp_path / "manual")
    builder = UdPos(data_dir=tmp_path / "data", file_format="array_record")
    config = tfds.download.DownloadConfig(manual_dir=tmp_path / "manual")
    builder.download_and_prepare(download_config=config)
    for split, sentences in read_ud_pos(tmp_path / "manual").items():
        source = builder.as_data_source(split)
        assert len(source) == len(sentences)
        for example in source:
            number = int(example["id"].decode().rpartition("-")[2])
            for name in ("words", "upos", "xpos"):
                stored = tuple(text.decode() for text in example[name])
                assert stored == getattr(sentences[number], name)


def test_names():
    assert set(ud_pos.__all__) == set(dir(ud_pos))
    with pytest.raises(AttributeError, match="no attribute 'Ud'"):
        ud_pos.Ud  # noqa: B018


@pytest.mark.skipif(not REAL.is_dir(), reason="needs ../shared/data/ud_ewt")
def test_the_real_files():
    card = pathlib.Path(ud_pos.__file__).with_name("README.md").read_text()
    tags = set()
    for split, sentences in read_ud_pos(REAL).items():
        words = sum(len(sentence.words) for sentence in sentences)
        assert f"| {split} | {len(sentences):,} | {words:,} |" in card
        tags.update(tag for sentence in sentences for tag in sentence.xpos)
    assert f"{len(tags)} of them" in card
