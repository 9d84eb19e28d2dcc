"""The bundled weights: whole, described truly, and as good as they say."""

import json
import pathlib

import numpy as np
import pytest

import zoo
from keras_tpr.metrics import cider_d
from recipes.datasets.scenes import generate_scenes

RESULTS = pathlib.Path(__file__).parents[3] / "recipes" / "results"


@pytest.fixture(scope="module")
def model():
    return zoo.atpl_captioner("atpl_scenes_en")


def test_golden_figure(model):
    """CIDEr-D on the whole test split, as the preset's run measured it."""
    records = list(generate_scenes("test"))
    captions = model.generate(np.stack([r.image for r in records]))
    references = [[c.text for c in r.captions] for r in records]
    expected = zoo.describe("atpl_scenes_en")["score"]
    # A word may tip over where another machine's sums differ.
    assert cider_d(captions, references) == pytest.approx(expected, abs=5e-3)


def test_score_is_that_of_the_committed_run():
    record = zoo.describe("atpl_scenes_en")
    result = json.loads((RESULTS / "atpl_scenes_en.json").read_text())
    runs = [run["test"]["cider_d"] for run in result["runs"].values()]
    assert record["score"] in runs
    assert record["params"] == result["parameters"]
    assert record["bytes"] <= 10_000_000
