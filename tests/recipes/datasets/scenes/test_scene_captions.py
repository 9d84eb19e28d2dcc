import hashlib

import numpy as np
import pytest

from recipes.datasets import scenes
from recipes.datasets.scenes import (
    Scene,
    SceneCaptions,
    SceneCaptionsConfig,
    generate_scene,
)

SIZES = {"train": 6, "validation": 2, "test": 2, "test_novel": 3}


def _prepare(folder, file_format="array_record", **changes):
    config = SceneCaptionsConfig(**{"image_size": 32, **SIZES, **changes})
    builder = SceneCaptions(
        config=config, data_dir=folder, file_format=file_format
    )
    builder.download_and_prepare()
    return builder


@pytest.fixture(scope="module")
def builder(tmp_path_factory):
    return _prepare(tmp_path_factory.mktemp("array_record"))


def _check(example, record):
    np.testing.assert_array_equal(example["image"], record.image)
    assert example["image/id"].decode() == record.id
    assert Scene.from_json(example["scene"].decode()) == record.scene
    captions = example["captions"]
    for i, caption in enumerate(record.captions):
        assert captions["text"][i].decode() == caption.text
        for name in ("tokens", "pos"):
            words = [word.decode() for word in captions[name][i]]
            assert words == list(getattr(caption, name))


def _index(example_id):
    return int(example_id.decode().rpartition("-")[2])


@pytest.mark.parametrize("split", SIZES)
def test_random_access_gives_the_generated_records(builder, split):
    source = builder.as_data_source(split)
    assert len(source) == SIZES[split]
    for i in range(len(source)):
        example = source[i]
        record = generate_scene(
            split, _index(example["image/id"]), image_size=32
        )
        _check(example, record)


def test_tf_data_gives_the_generated_records(tmp_path):
    builder = _prepare(tmp_path, "tfrecord", validation=0, test=0, train=2)
    assert set(builder.info.splits) == {"train", "test_novel"}
    seen = set()
    for example in builder.as_dataset("train"):
        index = _index(example["image/id"].numpy())
        tokens = example["captions"]["tokens"].to_list()
        _check(
            {
                "image": example["image"].numpy(),
                "image/id": example["image/id"].numpy(),
                "scene": example["scene"].numpy(),
                "captions": {
                    "text": example["captions"]["text"].numpy(),
                    "tokens": tokens,
                    "pos": example["captions"]["pos"].to_list(),
                },
            },
            generate_scene("train", index, image_size=32),
        )
        seen.add(index)
    assert seen == {0, 1}


def test_examples_batch_as_ragged_tensors(tmp_path):
    dataset = _prepare(tmp_path, "tfrecord").as_dataset("train")
    batch = next(iter(dataset.ragged_batch(4)))
    assert batch["image"].shape == (4, 32, 32, 3)
    assert batch["captions"]["tokens"].shape[:1] == (4,)


def _digests(builder):
    files = sorted(builder.data_path.glob("*.array_record-*"))
    assert len(files) == len(SIZES)
    return [hashlib.sha256(file.read_bytes()).hexdigest() for file in files]


def test_preparing_twice_gives_the_same_bytes(builder, tmp_path):
    assert _digests(_prepare(tmp_path)) == _digests(builder)


def test_another_seed_gives_other_bytes(builder, tmp_path):
    other = _prepare(tmp_path, seed=1)
    assert not set(_digests(other)) & set(_digests(builder))
    example = other.as_data_source("test")[0]
    index = _index(example["image/id"])
    _check(example, generate_scene("test", index, seed=1, image_size=32))


def test_the_card_describes_the_data(builder):
    assert builder.name == "scene_captions"
    assert "test_novel" in builder.info.description
    assert "@misc" in builder.info.citation
    assert builder.info.features["image"].shape == (32, 32, 3)


def test_configurations_have_names_of_their_own():
    assert SceneCaptionsConfig().name == "64px"
    assert SceneCaptionsConfig(image_size=128, seed=3).name == "128px_seed3"
    assert SceneCaptionsConfig(train=9).name == "64px_9x500x500x500"
    assert SceneCaptionsConfig(name="mine", train=9).name == "mine"
    names = [config.name for config in SceneCaptions.BUILDER_CONFIGS]
    assert names == ["64px", "128px", "224px"]


@pytest.mark.parametrize(
    "arguments, error, message",
    [
        ({"image_size": 8}, ValueError, "`image_size` must be at least 32"),
        ({"train": -1}, ValueError, "`train` must be at least 0"),
        ({"test_novel": "9"}, TypeError, "`test_novel` must be an integer"),
        ({"seed": 0.5}, TypeError, "`seed` must be an integer"),
        (dict.fromkeys(SIZES, 0), ValueError, "All splits are empty.*`train`"),
    ],
)
def test_bad_configurations_fail_at_once(arguments, error, message):
    with pytest.raises(error, match=message):
        SceneCaptionsConfig(**arguments)


def test_the_package_lists_the_builder():
    assert {"SceneCaptions", "generate_scenes"} <= set(dir(scenes))
    assert all(hasattr(scenes, name) for name in scenes.__all__)
    with pytest.raises(AttributeError, match="no attribute 'SceneCaption'"):
        _ = scenes.SceneCaption
