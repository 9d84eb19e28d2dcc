"""The bundled network of digits: whole, and as good as it says."""

import json
import pathlib

import pytest

import zoo
from keras_tpr.layers import fold_batch_norm
from recipes.datasets.mnist import read_mnist

ROOT = pathlib.Path(__file__).parents[3]
DIGITS = ROOT.parent / "shared/data/mnist"
RESULT = ROOT / "recipes" / "results" / "bn_mnist.json"
PRESET = "mnist_sigmoid_bn"


@pytest.mark.skipif(not DIGITS.is_dir(), reason=f"needs {DIGITS}")
def test_golden_figure():
    """Accuracy on the whole test split, as the preset's run measured it."""
    model = zoo.mnist_sigmoid(PRESET)
    test = read_mnist(DIGITS)["test"]
    scores = model.evaluate(
        test.images, test.labels, batch_size=1000, verbose=0, return_dict=True
    )
    # A digit may tip over where another machine's sums differ.
    expected = pytest.approx(zoo.describe(PRESET)["score"], abs=3e-4)
    assert scores["accuracy"] == expected
    folded = fold_batch_norm(model)
    pixels = test.images[..., None].astype("float32")
    found = folded.predict(pixels, batch_size=1000, verbose=0).argmax(axis=1)
    assert (found == test.labels).mean() == expected


def test_score_is_that_of_the_committed_run():
    """Of the first seed: there is no validation split to choose one by."""
    record = zoo.describe(PRESET)
    row = json.loads(RESULT.read_text())["rows"]["BN 0.5"]
    assert record["score"] == row["runs"]["0"]["test"]["accuracy"]
    # A manifest counts the backbone: all but the head.
    assert record["params"] == row["parameters"] - (100 * 10 + 10)
    assert record["bytes"] <= 10_000_000


def test_the_study():
    """What the committed runs show, of every seed."""
    rows = json.loads(RESULT.read_text())["rows"]
    accuracies = {
        name: [run["test"]["accuracy"] for run in row["runs"].values()]
        for name, row in rows.items()
    }
    assert all(len(runs) == 3 for runs in accuracies.values())
    assert min(accuracies["BN 0.1"]) > max(accuracies["plain 0.1"]) + 0.1
    assert min(accuracies["BN 0.5"]) > max(accuracies["plain 0.5"])
    mean = sum(accuracies["BN 0.5"]) / 3
    assert mean >= 0.977
