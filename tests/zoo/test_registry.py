"""The table of models, and the lazy names of `zoo`."""

import importlib
import json

import pytest

import zoo
from zoo import registry


def test_published_names():
    assert "atpl_captioner" in zoo.list_models()
    for name in ("ATPLCaptioner", "ATPLCaptionerBackbone", "BeamSampler"):
        assert name in dir(zoo)


@pytest.mark.parametrize("name, module", registry.exports().items())
def test_every_export_exists(name, module):
    assert getattr(importlib.import_module(module), name).__name__ == name
    assert getattr(zoo, name) is getattr(importlib.import_module(module), name)


def test_every_preset_has_files_and_a_manifest():
    for name in zoo.list_presets():
        record = zoo.describe(name)
        assert record["model"] in zoo.list_models()
        assert zoo.presets.download(name)


def test_no_export_is_hidden_by_a_module():
    """Importing a submodule of an export's name would replace the export."""
    for name in registry.exports():
        assert importlib.util.find_spec(f"zoo.{name}") is None


def test_names_are_served_on_use(tiny_zoo):
    assert tiny_zoo.list_models() == ["tiny_classifier"]
    assert tiny_zoo.TinyClassifier.__name__ == "TinyClassifier"
    assert callable(tiny_zoo.tiny_classifier)
    assert {"TinyBackbone", "presets", "describe"} <= set(dir(tiny_zoo))


def test_unknown_name(tiny_zoo):
    with pytest.raises(AttributeError, match="mean 'TinyClassifier'"):
        _ = tiny_zoo.TinyClasifier
    assert not hasattr(tiny_zoo, "__wrapped__")


def test_list_presets(tiny_zoo):
    assert tiny_zoo.list_presets() == ["tiny_pets_en"]
    assert tiny_zoo.list_presets("tiny_classifier") == ["tiny_pets_en"]
    with pytest.raises(ValueError, match="Did you mean 'tiny_classifier'"):
        tiny_zoo.list_presets("tiny_clasifier")


def test_model_without_presets(tiny_zoo, monkeypatch):
    entry = registry.ModelEntry("word_tokenizer", "zoo", {}, "", "")
    monkeypatch.setattr(registry, "MODELS", (entry,))
    assert zoo.list_presets() == []
    with pytest.raises(ValueError, match="Known names: none yet"):
        zoo.describe("word_tokenizer_en")


def test_describe(tiny_zoo, tiny_preset):
    found = tiny_zoo.describe("tiny_pets_en")
    directory = registry.WEIGHTS / "tiny_pets_en"
    manifest = json.loads((directory / "manifest.json").read_text())
    assert found["model"] == "tiny_classifier"
    assert found["description"] == "Dogs against cats."
    assert found["params"] == 12
    assert found["data"] == "made up"
    assert found["licence"] == "CC0-1.0"
    assert (found["metric"], found["score"]) == ("accuracy", 0.5)
    assert found["recipe"] == "none"
    tokenizer = tiny_preset.preprocessor.tokenizer
    assert found["vocabulary_hash"] == tokenizer.vocabulary_hash
    assert found["files"] == manifest["files"]
    paths = [p for p in directory.rglob("*") if p.is_file()]
    assert found["bytes"] == sum(
        p.stat().st_size for p in paths if p.name != "manifest.json"
    )
    weights = manifest["files"]["model.weights.h5"]
    assert found["sha256"] == weights["sha256"]


def test_describe_unknown(tiny_zoo):
    with pytest.raises(ValueError, match="Did you mean 'tiny_pets_en'"):
        tiny_zoo.describe("tiny_pets_de")
