"""The MNIST study, in small."""

import gzip
import json
import pathlib
import struct

import numpy as np
import pytest

import zoo
from recipes.bn_mnist import RECIPE, BNMnistSettings, build, prepare
from recipes.datasets.mnist import read_mnist
from recipes.datasets.mnist.read_mnist import MNIST_SIZES
from recipes.run_table import run_table

SHARED = pathlib.Path(__file__).parents[3] / "shared/data/mnist"
needs_digits = pytest.mark.skipif(not SHARED.is_dir(), reason=f"needs {SHARED}")
SMALL = BNMnistSettings(
    units=8, batch_size=10, probe_images=20, population_batches=3
)


@pytest.fixture
def folder(monkeypatch, tmp_path):
    """Four files of a few digits: a bar whose place is the label."""
    rng = np.random.default_rng(0)
    for split, prefix, count in (("train", "train", 40), ("test", "t10k", 20)):
        monkeypatch.setitem(MNIST_SIZES, split, count)
        labels = rng.integers(0, 10, count).astype("uint8")
        images = np.zeros((count, 28, 28), "uint8")
        for image, label in zip(images, labels, strict=True):
            image[2 * label : 2 * label + 3] = 255
        for kind, magic, array in (
            ("images-idx3", 0x803, images),
            ("labels-idx1", 0x801, labels),
        ):
            header = struct.pack(f">{1 + array.ndim}i", magic, *array.shape)
            with gzip.open(tmp_path / f"{prefix}-{kind}-ubyte.gz", "wb") as f:
                f.write(header + array.tobytes())
    return tmp_path


def test_a_table(folder, tmp_path):
    rows = ["plain 0.1", "BN 0.1", "BN 0.5"]
    output = tmp_path / "run"
    result = run_table(RECIPE, SMALL, [0, 1], output, rows, data_dir=folder)
    for row in rows:
        assert np.isfinite(result["scores"][f"{row}: test"]["accuracy"])
        moved = result["scores"][f"{row}: sigmoid inputs"]
        assert np.isfinite(moved["deviation_of_medians"])
    assert "accuracy_of_moving_averages" in result["scores"]["BN 0.5: test"]
    assert (
        "accuracy_of_moving_averages"
        not in (result["scores"]["plain 0.1: test"])
    )
    page = (output / "report.html").read_text()
    assert "<h2>Learning rate 0.1</h2>" in page
    assert "<h2>Learning rate 0.5</h2>" in page
    run = json.loads((output / "BN_0_5/seed_0/result.json").read_text())
    # 50 passes over 4 batches.
    assert run["updates"] == 200
    assert "sigmoid input/85 %" in run["history"][0]
    # The layer has eight sigmoids.
    assert "medians/7" in run["history"][0]
    # The preset is the normalised network of the long run, and as good.
    assert not (output / "BN_0_1/seed_0/preset").exists()
    preset = output / "BN_0_5/seed_0/preset"
    model = zoo.mnist_sigmoid(str(preset))
    data = read_mnist(folder)["test"]
    scores = model.evaluate(
        data.images, data.labels, verbose=0, return_dict=True
    )
    assert scores["accuracy"] == pytest.approx(
        run["scores"]["test"]["accuracy"], abs=1e-6
    )


def test_rows_differ_in_nothing_else():
    """As many updates for both networks, at each rate."""
    for rate, epochs in ((0.1, 1), (0.5, 50)):
        plain, norm = (
            dict(RECIPE.rows[f"{name} {rate}"]) for name in ("plain", "BN")
        )
        assert not plain.pop("batch_norm") and norm.pop("batch_norm")
        assert plain == norm
        assert plain["epochs"] == epochs


@needs_digits
def test_the_published_network(tmp_path):
    class Context:
        data_dir = SHARED

    data = prepare(BNMnistSettings(), Context)
    assert len(data["train"]) == 60_000 and len(data["test"]) == 10_000
    assert np.bincount(data["test"].labels)[:3].tolist() == [980, 1135, 1032]
    for batch_norm, parameters in ((True, 100_610), (False, 99_710)):
        model = build(BNMnistSettings(batch_norm=batch_norm), data)
        assert model.count_params() == parameters


@pytest.mark.slow
@needs_digits
def test_a_thousand_steps(tmp_path):
    """At a rate of 0.1 the normalised network leads by ten points."""
    rows = ["plain 0.1", "BN 0.1"]
    result = run_table(
        RECIPE, BNMnistSettings(), [0], tmp_path / "run", rows, data_dir=SHARED
    )
    plain, norm = (result["scores"][f"{row}: test"]["accuracy"] for row in rows)
    assert norm > plain + 0.1
