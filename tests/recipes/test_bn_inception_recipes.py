"""The recipes of BN-Inception, in small."""

import dataclasses

import keras
import numpy as np
import pytest

from recipes.batch_norm.enlarged import enlarged
from recipes.batch_norm.imagenet_data import generated_images
from recipes.batch_norm.top_scores import top_scores
from recipes.bn_inception_imagenet import RECIPE as IMAGENET
from recipes.bn_inception_small import RECIPE as SMALL
from recipes.datasets.data_format_error import DataFormatError
from recipes.datasets.labelled_images import LabelledImages
from recipes.run_table import run_table
from recipes.running.settings import parse_settings
from zoo.batch_norm.inception_variants import VARIANTS

RNG = np.random.default_rng(0)
DIGITS = LabelledImages(
    RNG.integers(0, 256, (16, 28, 28)).astype("uint8"),
    np.arange(16) % 10,
    tuple("0123456789"),
)


@pytest.fixture(autouse=True)
def eager(monkeypatch):
    """A graph of so many layers takes longer than the few steps here."""
    always = property(lambda model: True, lambda model, value: None)
    monkeypatch.setattr(keras.Model, "run_eagerly", always)


def smoke(recipe, **values):
    values = {**recipe.variants["smoke"], **values}
    return parse_settings(recipe.settings, values)


def test_small(monkeypatch, tmp_path):
    """Two variants, and their updates to plain Inception's best accuracy."""
    monkeypatch.setattr(
        "recipes.datasets.mnist.read_mnist",
        lambda folder: {"train": DIGITS, "test": DIGITS},
    )
    result = run_table(
        SMALL,
        smoke(SMALL),
        [0],
        tmp_path / "run",
        ["none", "x30"],
        data_dir=tmp_path,
    )
    assert result["scores"]["none: steps"]["steps"] in (2, 4)
    assert "best_accuracy" in result["scores"]["x30: steps"]
    page = (tmp_path / "run/report.html").read_text()
    assert "<h2>Updates</h2>" in page
    # Beside the figures of the paper.
    assert "<td>x30</td>" in page and "2.7" in page and "31.0" in page


def test_optimisers_of_the_small_runs():
    """Rates in the published ratios; decays as often as in the paper's run."""
    settings = smoke(SMALL, rate_scale=2.0, train_images=None, epochs=100)
    data = {"train": DIGITS, "test": DIGITS}
    for name, row in SMALL.rows.items():
        model = SMALL.build(dataclasses.replace(settings, **row), data)
        schedule = model.optimizer._learning_rate
        expected = 2.0 * VARIANTS[name].learning_rate
        assert schedule.initial_learning_rate == pytest.approx(expected)
        # 400 updates; 4 decays, or six times as many
        slow = name in ("none", "baseline")
        assert schedule.decay_steps == (100 if slow else 17)


def test_imagenet(tmp_path):
    """One variant and the ensemble, on generated images."""
    settings = smoke(IMAGENET, crops=10)
    result = run_table(IMAGENET, settings, [0], tmp_path / "run", ["x30"])
    for split in ("validation", "10 crops"):
        assert 0 <= result["scores"][f"x30: {split}"]["top_5"] <= 1
    assert result["scores"]["x30: steps"]["best_accuracy"] >= 0
    assert "Images were generated" in result["notes"][0]


def test_the_ensemble_of_imagenet():
    settings = smoke(IMAGENET, model="ensemble", variant="x30")
    model = IMAGENET.build(settings, generated_images(8))
    assert len(model.backbone.networks) == 6
    assert model.class_names[0] == "colour 0"


def test_training_stream_is_a_function_of_the_update():
    data = generated_images(9)
    settings = smoke(IMAGENET)
    whole = [x for x, _ in data.training(settings, 1.0, 0).take(7)]
    assert [len(x) for x in whole] == [4, 4, 1, 4, 4, 1, 4]
    later = [x for x, _ in data.training(settings, 1.0, 4).take(3)]
    for a, b in zip(whole[4:], later, strict=True):
        np.testing.assert_array_equal(a, b)
    # Another pass, another order and other crops.
    assert (whole[0].numpy() != whole[3].numpy()).any()


def test_imagenet_that_is_not_there(tmp_path):
    class Context:
        data_dir = tmp_path

    settings = smoke(IMAGENET, generated=None)
    with pytest.raises(DataFormatError, match="tfds build imagenet2012"):
        IMAGENET.prepare(settings, Context)


def test_top_five():
    probabilities = RNG.dirichlet(np.ones(8), 4).astype("float32")
    order = np.argsort(-probabilities, axis=1)
    labels = np.array([order[0, 0], order[1, 4], order[2, 5], order[3, 0]])
    model = lambda x, training: x  # noqa: E731
    found = top_scores(model, [(probabilities, labels)])
    assert found == {"accuracy": 0.5, "top_5": 0.75}


def test_enlarged():
    images = enlarged(DIGITS, 32)
    assert images.images.shape == (16, 32, 32)
    assert images.images.dtype == "uint8"
    np.testing.assert_allclose(
        images.images.mean(), DIGITS.images.mean(), rtol=0.02
    )
