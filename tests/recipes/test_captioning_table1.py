"""The table of captioners, in small."""

import dataclasses

import numpy as np
import pytest

from recipes.captioning_table1 import RECIPE, CaptioningTable1Settings, build
from recipes.run_table import run_table

SMALL = CaptioningTable1Settings(
    epochs=1,
    vision_epochs=1,
    batch_size=16,
    units=8,
    embedding_dim=6,
    dim=8,
    tag_factors=4,
    num_tags=5,
    train_images=40,
    eval_images=10,
    image_size=32,
)


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    folder = tmp_path_factory.mktemp("table")
    rows = ["cnn_lstm", "scn", "atpl random roles"]
    result = run_table(
        RECIPE, SMALL, [0], folder / "run", rows, cache_dir=folder / "cache"
    )
    return folder, result


def test_every_row_is_scored(table):
    _, result = table
    for row in ("cnn_lstm", "scn", "atpl random roles"):
        for split in ("test", "test_novel"):
            assert np.isfinite(result["scores"][f"{row}: {split}"]["cider_d"])
    assert result["scores"]["atpl random roles: roles"]["purity"] > 0
    assert result["details"]["tags"] == 5


def test_all_see_with_the_same_eyes(table):
    folder, _ = table
    assert len(list((folder / "cache/vision").iterdir())) == 1
    # One file of features for each split, whatever the row.
    assert len(list((folder / "cache/features").glob("*.npy"))) == 4


def test_ablations():
    """What a row takes away is gone, and nothing else."""
    data = _Data()
    models = {
        name: build(dataclasses.replace(SMALL, **changes), data)
        for name, changes in RECIPE.rows.items()
    }
    whole = models["atpl"].backbone.decoder
    random = models["atpl random roles"].backbone.decoder
    identity = models["atpl identity basis"].backbone.decoder
    blind = models["atpl no attention"].backbone.decoder
    assert len(whole.trainable_weights) == len(random.trainable_weights) + 2
    assert not random.cell.role_attention.trainable_weights
    np.testing.assert_array_equal(
        np.asarray(identity.cell.roles.basis), np.eye(8)
    )
    assert whole.cell.roles.role_basis == "hadamard"
    assert not blind.cell.feature_attention.weights
    assert models["nic"].backbone.tag_detector is None
    assert models["scn"].backbone.tag_detector is not None


class _Data:
    """As much of `CaptionData` as `build` reads."""

    def __init__(self):
        import keras

        import zoo

        self.vocabulary = ["a", "dog"]
        images = keras.Input((4, 4, 1))
        self.image_encoder = keras.Model(images, keras.layers.Flatten()(images))
        self.tag_detector = zoo.tag_detector(num_tags=5, feature_dim=16)
        self.train = "train"
        self.records = {"train": self}
        self.num_captions = 8
