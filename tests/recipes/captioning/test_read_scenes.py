import numpy as np
import pytest

from recipes.captioning.read_scenes import read_scenes
from recipes.datasets.scenes import SceneCaptions, generate_scenes

SIZES = {"train": 5, "validation": 0, "test": 2, "test_novel": 2}


def test_records(tmp_path, capsys):
    records = read_scenes(SIZES, image_size=32, seed=1, data_dir=tmp_path)
    assert {s: len(r) for s, r in records.items()} == {
        "train": 5,
        "test": 2,
        "test_novel": 2,
    }
    train = records["train"]
    expected = {s.id: s for s in generate_scenes("train", 5, 1, 32)}
    for index, identity in enumerate(train.ids):
        scene = expected[identity]
        np.testing.assert_array_equal(train.images[index], scene.image)
        assert train.captions[index] == [c.text for c in scene.captions]
        assert train.pos[index] == [list(c.pos) for c in scene.captions]
    assert train.images.dtype == "uint8"
    assert capsys.readouterr().out == ""


def test_drawn_once(tmp_path):
    first = read_scenes(SIZES, 32, 1, tmp_path)
    files = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.*")}
    again = read_scenes(SIZES, 32, 1, tmp_path)
    assert first["train"].fingerprint == again["train"].fingerprint
    assert files == {p: p.stat().st_mtime_ns for p in tmp_path.rglob("*.*")}


class Stop(Exception):
    pass


def test_a_configuration_that_tfds_knows_by_name(tmp_path, monkeypatch):
    def stop(builder):
        raise Stop(builder.builder_config.name)

    monkeypatch.setattr(SceneCaptions, "download_and_prepare", stop)
    with pytest.raises(Stop, match="^64px$"):
        read_scenes(data_dir=tmp_path)
