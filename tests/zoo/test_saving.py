"""Presets are saved without the optimizer, and training goes on."""

import os

import h5py
import numpy as np
import pytest

X = np.array(["a dog", "cat", "dog", "a cat"])
Y = np.array([0, 1, 0, 1])


@pytest.fixture
def trained(tiny_zoo):
    model = tiny_zoo.tiny_classifier()
    model.fit(X, Y, shuffle=False, verbose=0)
    return model


def test_no_optimizer_slots(trained, tmp_path):
    trained.save_to_preset(tmp_path / "preset")
    names = []
    with h5py.File(tmp_path / "preset/task.weights.h5") as file:
        file.visititems(
            lambda name, item: (
                names.append(name) if isinstance(item, h5py.Dataset) else None
            )
        )
    assert not [name for name in names if "optimizer" in name]


def test_reload_is_equal_and_silent(trained, tiny_zoo, tmp_path):
    """Warnings are errors here, so a skipped variable would show."""
    trained.save_to_preset(tmp_path / "preset")
    loaded = tiny_zoo.TinyClassifier.from_preset(tmp_path / "preset")
    np.testing.assert_array_equal(
        loaded.predict(X, verbose=0), trained.predict(X, verbose=0)
    )


def test_loading_keeps_the_default_learning_rate(trained, tiny_zoo, tmp_path):
    """The head's file has no learning rate that could replace it."""
    default = float(trained.optimizer.learning_rate)
    trained.optimizer.learning_rate = 0.125
    trained.save_to_preset(tmp_path / "preset")
    loaded = tiny_zoo.TinyClassifier.from_preset(tmp_path / "preset")
    assert float(loaded.optimizer.learning_rate) == default
    assert int(loaded.optimizer.iterations) == 0


def test_optimizer_survives_saving(trained, tmp_path):
    optimizer = trained.optimizer
    before = int(optimizer.iterations)
    trained.save_to_preset(tmp_path / "preset")
    assert trained.optimizer is optimizer
    trained.fit(X, Y, shuffle=False, verbose=0)
    assert int(optimizer.iterations) == before + 1


def test_optimizer_survives_a_failure(trained, tmp_path, monkeypatch):
    def fail(*args, **kwargs):
        raise OSError("disk full")

    monkeypatch.setattr(type(trained.backbone), "save_to_preset", fail)
    optimizer = trained.optimizer
    with pytest.raises(OSError, match="disk full"):
        trained.save_to_preset(tmp_path / "preset")
    assert trained.optimizer is optimizer
    # Nothing half-written is left.
    assert not (tmp_path / "preset").exists()
    assert "preset" not in "".join(os.listdir(tmp_path))


def test_other_files_stay(trained, tmp_path):
    directory = tmp_path / "deep" / "preset"
    trained.save_to_preset(directory)
    (directory / "README.md").write_text("card")
    trained.save_to_preset(str(directory) + "/")
    assert (directory / "README.md").read_text() == "card"
    assert (directory / "assets/tokenizer/vocabulary.txt").exists()


def test_uncompiled_task(tiny_zoo, tmp_path):
    model = tiny_zoo.tiny_classifier()
    model = tiny_zoo.TinyClassifier(
        model.backbone, preprocessor=model.preprocessor, compile=False
    )
    model.save_to_preset(tmp_path / "preset")
    assert not model.compiled
    tiny_zoo.TinyClassifier.from_preset(tmp_path / "preset")


def test_storage_halves_the_files(trained, tiny_zoo, tmp_path):
    trained.save_to_preset(tmp_path / "small", storage="float16")
    with h5py.File(tmp_path / "small/model.weights.h5") as file:
        kinds = set()
        file.visititems(
            lambda _, item: (
                kinds.add(item.dtype)
                if isinstance(item, h5py.Dataset)
                else None
            )
        )
    assert kinds == {np.dtype("float16")}
    loaded = tiny_zoo.TinyClassifier.from_preset(tmp_path / "small")
    assert {w.dtype for w in loaded.weights} == {
        w.dtype for w in trained.weights
    }
    for found, expected in zip(
        loaded.get_weights(), trained.get_weights(), strict=True
    ):
        np.testing.assert_array_equal(found, expected.astype("float16"))


def test_storage_that_does_not_fit(trained, tmp_path):
    with pytest.raises(ValueError, match="`storage` must be one of"):
        trained.save_to_preset(tmp_path / "preset", storage="int8")
    weight = trained.backbone.weights[0]
    weight.assign(np.full(weight.shape, 1e6))
    with pytest.raises(ValueError, match="go up to 1e"):
        trained.save_to_preset(tmp_path / "preset", storage="float16")
    assert not list(tmp_path.rglob("*.h5"))
