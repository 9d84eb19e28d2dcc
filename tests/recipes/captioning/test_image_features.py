import keras
import numpy as np

import recipes.captioning.image_features as module
from recipes.datasets.caption_records import CaptionRecords
from recipes.recipe import Context
from recipes.running.progress import RunProgress

IMAGES = np.zeros((2, 4, 4, 3), "uint8")
RECORDS = {"train": CaptionRecords([1, 2], IMAGES, [["a"], ["b"]])}


def encoder(value):
    inputs = keras.Input((4, 4, 3))
    x = keras.layers.Flatten()(inputs)
    constant = keras.initializers.Constant(value)
    x = keras.layers.Dense(3, bias_initializer=constant)(x)
    return keras.Model(inputs, x, name=f"encoder_{value}")


class Trained:
    def __init__(self, image_encoder):
        self.backbone = self
        self.image_encoder = image_encoder


def features(tmp_path, monkeypatch, trained):
    monkeypatch.setattr(module, "image_encoder", lambda name: encoder(1))
    context = Context(tmp_path, None, tmp_path, RunProgress(disable=True))
    model, rows = module.image_features(RECORDS, trained, "named", context)
    assert rows["train"].shape == (2, 3)
    assert list((tmp_path / "features").glob("*.npy"))
    return model.name, float(rows["train"][0, 0])


def test_the_named_encoder(tmp_path, monkeypatch):
    expected = ("encoder_1", 1.0)
    assert features(tmp_path, monkeypatch, None) == expected
    assert features(tmp_path, monkeypatch, Trained(None)) == expected


def test_the_encoder_of_a_trained_captioner(tmp_path, monkeypatch):
    trained = Trained(encoder(2))
    assert features(tmp_path, monkeypatch, trained) == ("encoder_2", 2.0)
