"""The recipes `tree_lstm_sst5`, `tree_lstm_sst2` and `tree_lstm_sick`."""

import json

import numpy as np
import pytest
from small_treebanks import (
    SST_COUNTS,
    write_glove,
    write_pairs,
    write_treebank,
)

import zoo
from recipes.recipe import Context
from recipes.run_table import run_table
from recipes.runner import run_recipe
from recipes.running.catalogue import load_recipe
from recipes.running.progress import RunProgress
from recipes.running.run_error import RunError
from recipes.running.settings import parse_settings
from recipes.tree_lstm.label_scheme import FINE, THREE_WAY
from recipes.tree_lstm.read_treebank import read_treebank

TINY = {"epochs": 2, "batch_size": 5, "units": 5}
NAMES = ("tree_lstm_sst5", "tree_lstm_sst2", "tree_lstm_sick")


@pytest.fixture
def data_dir(tmp_path, monkeypatch):
    folder = tmp_path / "data"
    folder.mkdir()
    write_treebank(folder, monkeypatch)
    write_pairs(folder, monkeypatch)
    write_glove(folder / "glove.txt")
    return folder


def run(name, tmp_path, data_dir, **values):
    recipe = load_recipe(name)
    values = {**TINY, "glove": str(data_dir / "glove.txt"), **values}
    settings = parse_settings(recipe.settings, values)
    return run_recipe(
        recipe, settings, tmp_path / "run", data_dir, tmp_path / "cache"
    )


def test_sst5(tmp_path, data_dir):
    result = run("tree_lstm_sst5", tmp_path, data_dir)
    assert set(result["scores"]) == {"validation", "test"}
    assert result["details"]["trees"] == SST_COUNTS
    assert result["details"]["word vectors found"] == 9
    assert len(result["history"]) == 2
    best = max(logs["val_accuracy"] for logs in result["history"])
    assert result["best"]["val_accuracy"] == best
    assert result["scores"]["validation"]["accuracy"] == pytest.approx(best)
    page = (tmp_path / "run/report.html").read_text()
    assert "Test sentences with the class found" in page and "<svg" in page
    manifest = json.loads((tmp_path / "run/preset/manifest.json").read_text())
    assert manifest["name"] == "tree_lstm_sst5_en"
    assert manifest["metric"] == "accuracy (test)"
    assert manifest["score"] == result["scores"]["test"]["accuracy"]
    model = zoo.tree_lstm_sentiment(str(tmp_path / "run/preset"))
    assert model.backbone.embedding_storage == "float16"
    assert model.backbone.vocabulary_size == 11


@pytest.mark.parametrize(
    ("mode", "classes", "compared"),
    [("three_way", 3, ["negative", "positive"]), ("two_way", 2, None)],
)
def test_sst2(tmp_path, data_dir, mode, classes, compared):
    result = run("tree_lstm_sst2", tmp_path, data_dir, binary_mode=mode)
    assert 0 < result["details"]["trees"]["train"] < SST_COUNTS["train"]
    model = zoo.load_model(tmp_path / "run/preset")
    assert len(model.class_names) == classes
    assert model.get_config()["compared"] == compared


@pytest.mark.parametrize("vectors", ["tuned", "fixed", "random"])
def test_word_vectors(tmp_path, data_dir, vectors):
    result = run(
        "tree_lstm_sst5",
        tmp_path,
        data_dir,
        vectors=vectors,
        preset_storage="float32",
    )
    assert result["details"]["size of word vectors"] == 4
    found = 0 if vectors == "random" else 9
    assert result["details"]["word vectors found"] == found
    model = zoo.tree_lstm_sentiment(str(tmp_path / "run/preset"))
    (table,) = model.backbone.token_embedding.get_weights()
    lines = (data_dir / "glove.txt").read_text().split("\n")
    word = model.preprocessor.tokenizer.get_vocabulary()[2]
    (line,) = (line for line in lines if line.startswith(f"{word} "))
    given = np.array(line.split()[1:], "float32")
    assert (vectors == "fixed") == bool((table[2] == given).all())


def test_lstm(tmp_path, data_dir):
    result = run(
        "tree_lstm_sst5",
        tmp_path,
        data_dir,
        model="lstm",
        bidirectional=True,
        layers=2,
    )
    assert set(result["scores"]) == {"validation", "test"}
    assert not (tmp_path / "run/preset").exists()


@pytest.mark.parametrize("model", ["dependency", "lstm"])
def test_sick(tmp_path, data_dir, model):
    result = run("tree_lstm_sick", tmp_path, data_dir, model=model, hidden=4)
    assert set(result["scores"]["test"]) == {"pearson", "spearman", "mse"}
    assert "val_pearson" in result["best"]
    assert "scored worst" in (tmp_path / "run/report.html").read_text()
    preset = tmp_path / "run/preset"
    assert preset.exists() == (model == "dependency")
    if preset.exists():
        assert zoo.tree_lstm_relatedness(str(preset)).num_classes == 5


@pytest.mark.parametrize("name", NAMES)
def test_pretrained_vectors_are_needed(tmp_path, data_dir, name):
    with pytest.raises(RunError, match="Give `--glove PATH`"):
        run(name, tmp_path, data_dir, glove=None)
    assert not (tmp_path / "run").exists()
    result = run(name, tmp_path, data_dir, glove=None, stand_in=True, epochs=1)
    assert "stood in for GloVe" in result["notes"][0]


def test_table(tmp_path, data_dir):
    recipe = load_recipe("tree_lstm_sst2")
    values = {**TINY, "epochs": 1, "glove": str(data_dir / "glove.txt")}
    result = run_table(
        recipe,
        parse_settings(recipe.settings, values),
        [0],
        tmp_path / "run",
        ["constituency GloVe tuned", "LSTM"],
        data_dir,
        tmp_path / "cache",
    )
    assert "LSTM: test" in result["scores"]
    assert "(0.880)" in (tmp_path / "run/report.html").read_text()


@pytest.mark.parametrize("name", NAMES)
def test_rows_are_published_and_valid(name):
    recipe = load_recipe(name)
    published = {row.removesuffix(": test") for row in recipe.published}
    assert published == set(recipe.rows)
    for values in recipe.rows.values():
        parse_settings(recipe.settings, values)
    split, metric = recipe.metric
    assert metric in recipe.published[split]


@pytest.mark.parametrize(
    ("name", "setting", "value", "message"),
    [
        ("tree_lstm_sst5", "layers", 0, "at least 1"),
        ("tree_lstm_sst5", "spans", -1, "at least 0"),
        ("tree_lstm_sst5", "dropout", 1.0, "below 1"),
        ("tree_lstm_sst5", "learning_rate", 0.0, "above 0"),
        ("tree_lstm_sst2", "preset_words", 0, "at least 1"),
        ("tree_lstm_sick", "eval_pairs", 1, "at least 2"),
        ("tree_lstm_sick", "hidden", 0, "at least 1"),
    ],
)
def test_settings_that_cannot_work(name, setting, value, message):
    with pytest.raises(ValueError, match=f"`{setting}` must be {message}|bel"):
        parse_settings(load_recipe(name).settings, {setting: value})


def test_treebank(tmp_path, monkeypatch):
    folder = tmp_path / "data"
    folder.mkdir()
    written = write_treebank(folder, monkeypatch)
    context = Context(tmp_path, folder, tmp_path / "cache", RunProgress())
    read = read_treebank(FINE, context)
    written = {
        split: [tree.map_labels(int) for tree in trees]
        for split, trees in written.items()
    }
    assert read == written
    few = read_treebank(THREE_WAY, context, {"train": 3})
    assert [len(few[s]) for s in ("train", "validation")] == [
        3,
        len([t for t in written["validation"] if t.label != 2]),
    ]
