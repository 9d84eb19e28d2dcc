"""The recipes of the DCNN paper, in small."""

import dataclasses
import pathlib

import numpy as np
import pytest

import zoo
from recipes.datasets.sentence_polarity import POLARITY_SETS
from recipes.datasets.sentence_polarity.read_polarity import PolaritySet
from recipes.datasets.trec.read_trec import TREC_SIZES
from recipes.dcnn_folds import RECIPE as FOLDS
from recipes.dcnn_sst2 import RECIPE as SST2
from recipes.dcnn_sst5 import RECIPE as SST5
from recipes.dcnn_trec import RECIPE as TREC
from recipes.dcnn_twitter import RECIPE as TWITTER
from recipes.run_table import run_table
from recipes.running.settings import parse_settings

SHARED = pathlib.Path(__file__).parents[3] / "shared/data"
TINY = {"epochs": 1, "batch_size": 8, "patience": None}
QUESTIONS = [
    "HUM:ind Who wrote Hamlet ?",
    "LOC:city Where is Rome ?",
    "NUM:date When was Rome built ?",
    "DESC:def What is a quark ?",
]


def tiny(recipe, **values):
    return parse_settings(recipe.settings, {**TINY, **values})


@pytest.fixture
def trec(monkeypatch, tmp_path):
    monkeypatch.setitem(TREC_SIZES, "train", 40)
    monkeypatch.setitem(TREC_SIZES, "test", 4)
    folder = tmp_path / "data"
    folder.mkdir()
    train = [f"{text[:-1]}{n} ?" for n in range(10) for text in QUESTIONS]
    (folder / "train.txt").write_text("\n".join(train) + "\n")
    (folder / "test.txt").write_text("\n".join(QUESTIONS) + "\n")
    return folder


def test_a_table(trec, tmp_path):
    result = run_table(TREC, tiny(TREC), [0], tmp_path / "run", data_dir=trec)
    for row in ("dcnn", "max_tdnn", "nbow"):
        assert np.isfinite(result["scores"][f"{row}: test"]["accuracy"])
        assert f"{row}: validation" in result["scores"]
    assert result["details"]["sentences"] == {
        "train": 36, "validation": 4, "test": 4,
    }  # fmt: skip
    folder = tmp_path / "run"
    page = (folder / "dcnn/seed_0/report.html").read_text()
    for title in ("Classes: test", "Examples", "Detectors"):
        assert f"<h2>{title}</h2>" in page
    assert "<svg" in page
    assert "Detectors" not in (folder / "nbow/seed_0/report.html").read_text()
    # The preset is the DCNN.
    assert not (folder / "nbow/seed_0/preset").exists()
    model = zoo.dcnn(folder / "dcnn/seed_0/preset")
    assert model.class_names[3] == "HUM"
    assert model.predict(["Who built Rome?"], verbose=0).shape == (1, 6)


def test_folds(monkeypatch, tmp_path):
    info = PolaritySet("cr.all", 30, ("negative", "positive"))
    monkeypatch.setitem(POLARITY_SETS, "cr", info)
    lines = [
        f"{n % 2} it is {'good' if n % 2 else 'bad'} {n}" for n in range(30)
    ]
    (tmp_path / "cr.all").write_text("\n".join(lines) + "\n")
    settings = tiny(FOLDS, embedding_dim=8)
    result = run_table(
        FOLDS, settings, [0, 1], tmp_path / "run", ["cr"], data_dir=tmp_path
    )
    assert result["seeds"] == [0, 1]
    assert result["details"]["fold"] == "1 of 10"
    assert result["details"]["sentences"]["test"] == 3


@pytest.mark.parametrize(
    ("recipe", "parameters"),
    [(SST2, 13_754), (SST5, 18_869), (TWITTER, 17_192)],
)
def test_networks_are_those_published(recipe, parameters):
    from recipes.datasets.labelled_sentences import LabelledSentences
    from recipes.sentence_cnn.sentence_data import SentenceData

    names = tuple(map(str, range(5 if recipe is SST5 else 2)))
    sentences = LabelledSentences([], [], names)
    data = SentenceData({"train": sentences}, ["a", "b"])
    settings = recipe.settings()
    model = recipe.build(settings, data)
    others = model.count_params() - 4 * settings.embedding_dim
    assert others == parameters
    for row in recipe.rows.values():
        recipe.build(dataclasses.replace(settings, **row), data)


def test_tweets(tmp_path):
    (tmp_path / "negative_15k.txt").write_text("bad @ann\n" * 20)
    (tmp_path / "positive_15k.txt").write_text("gooood http://a.b\n" * 20)
    (tmp_path / "testdata.manual.2009.06.14.csv").write_text("4,good\n0,bad\n")
    context = Context(tmp_path)
    settings = tiny(TWITTER, min_count=1, validation_share=0.5)
    data = TWITTER.prepare(settings, context)
    assert set(data.vocabulary) <= {"bad", "<user>", "good", "<url>"}
    assert "40 tweets of the published 1,600,000" in data.notes[0]


@pytest.mark.skipif(not SHARED.is_dir(), reason=f"needs {SHARED}")
def test_phrases_of_the_treebank(tmp_path):
    settings = tiny(SST2, eval_sentences=9, train_sentences=50)
    data = SST2.prepare(settings, Context(SHARED / "sst", tmp_path))
    assert len(data.splits["train"]) == 50
    assert data.class_names == ("negative", "positive")


class Context:
    """As much of a run's `Context` as `prepare` reads."""

    def __init__(self, data_dir, cache_dir=None):
        self.data_dir = data_dir
        self.cache_dir = cache_dir
