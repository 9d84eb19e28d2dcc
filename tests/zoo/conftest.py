"""A zoo that holds one tiny family, with its preset written to disk."""

import pathlib

import pytest

import zoo
from zoo import registry

HERE = pathlib.Path(__file__).parent
FIELDS = {
    "model": "tiny_classifier",
    "data": "made up",
    "licence": "CC0-1.0",
    "recipe": "none",
    "metric": "accuracy",
    "score": 0.5,
}


@pytest.fixture
def tiny_zoo(monkeypatch, tmp_path):
    """Registers the tiny family; weights go to an empty directory."""
    monkeypatch.syspath_prepend(str(HERE))
    entry = registry.ModelEntry(
        name="tiny_classifier",
        family="tiny_family",
        classes={
            name: "tiny_classifier"
            for name in ("TinyClassifier", "TinyBackbone", "TinyTokenizer")
        },
        summary="Tells pets apart.",
        paper="None",
    )
    weights = tmp_path / "weights"
    weights.mkdir()
    monkeypatch.setattr(registry, "MODELS", (entry,))
    monkeypatch.setattr(registry, "WEIGHTS", weights)
    monkeypatch.setenv("KERAS_HOME", str(tmp_path / "keras_home"))
    monkeypatch.delenv("KERAS_TPR_PRESET_URL", raising=False)
    return zoo


@pytest.fixture
def tiny_preset(tiny_zoo):
    """The tiny model whose bundled preset has just been written."""
    model = tiny_zoo.tiny_classifier()
    directory = registry.WEIGHTS / "tiny_pets_en"
    model.save_to_preset(directory)
    tiny_zoo.presets.write_manifest(directory, **FIELDS)
    return model
