import hashlib
import itertools
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from recipes.datasets.scenes import (
    DEFAULT_SIZES,
    SPLITS,
    draw_scene,
    generate_scene,
    generate_scenes,
    is_held_out,
)

# Published scores are for these scenes and captions. Whoever changes them
# raises the version of the builder and trains the presets again.
DIGEST = "9e71fe389c5f6d59bb1e368a84649cede681ddda7fd4d280622ffb65a569bdca"


def _same(a, b):
    np.testing.assert_array_equal(a.image, b.image)
    return (a.id, a.captions, a.scene) == (b.id, b.captions, b.scene)


def test_a_record_holds_what_the_data_set_needs():
    (record,) = generate_scenes("validation", num_images=1)
    assert record.id == "validation-000000"
    assert record.image.shape == (64, 64, 3)
    assert record.image.dtype == np.uint8
    assert len(record.captions) == 5
    np.testing.assert_array_equal(record.image, draw_scene(record.scene))


@given(st.sampled_from(SPLITS), st.integers(0, 2**40))
def test_records_depend_on_seed_split_and_index_alone(split, seed):
    records = list(generate_scenes(split, 3, seed, image_size=32))
    for index in (2, 0, 1):
        alone = generate_scene(split, index, seed, image_size=32)
        assert _same(records[index], alone)


def test_seeds_splits_and_indices_differ():
    scenes = [
        generate_scene(split, index, seed, image_size=32).scene
        for split in SPLITS
        for index in range(20)
        for seed in range(2)
    ]
    assert len(set(scenes)) == len(scenes)


def test_the_size_changes_the_picture_alone():
    small, large = (generate_scene("test", 4, image_size=s) for s in (32, 96))
    assert large.image.shape == (96, 96, 3)
    assert small.scene == large.scene
    assert small.captions == large.captions


def test_scenes_and_captions_are_those_of_this_version():
    digest = hashlib.sha256()
    for split in SPLITS:
        for record in generate_scenes(split, 25, image_size=32):
            digest.update(record.scene.to_json().encode())
            for caption in record.captions:
                digest.update(" ".join(caption.tokens + caption.pos).encode())
    assert digest.hexdigest() == DIGEST


def test_the_default_size_is_used():
    assert len(_records("test_novel", None)) == DEFAULT_SIZES["test_novel"]


def test_no_images_are_fine():
    assert list(generate_scenes("train", num_images=0)) == []


def _records(split, count):
    return list(generate_scenes(split, count, image_size=32))


def _combinations(records):
    return [
        [(o.shape, o.color, o.texture) for o in record.scene.objects]
        for record in records
    ]


@pytest.mark.parametrize("split", ["train", "validation", "test"])
def test_ordinary_splits_show_no_held_out_combination(split):
    kinds = itertools.chain.from_iterable(_combinations(_records(split, 300)))
    assert not any(is_held_out(*kind) for kind in kinds)


def test_each_novel_scene_shows_a_held_out_combination():
    for kinds in _combinations(_records("test_novel", 300)):
        assert any(is_held_out(*kind) for kind in kinds)


def test_novel_captions_have_no_words_of_their_own():
    train, novel = (
        {
            (word, tag)
            for record in _records(split, count)
            for caption in record.captions
            for word, tag in zip(caption.tokens, caption.pos, strict=True)
        }
        for split, count in (("train", 1500), ("test_novel", 300))
    )
    assert novel <= train


def test_novel_objects_have_no_attributes_of_their_own():
    train, novel = (
        set(
            itertools.chain.from_iterable(
                (o.shape, o.color, o.texture, o.size)
                for record in _records(split, 200)
                for o in record.scene.objects
            )
        )
        for split in ("train", "test_novel")
    )
    assert novel == train


@pytest.mark.parametrize(
    "arguments, error, message",
    [
        ({"split": "dev"}, ValueError, "`split` must be one of .*'dev'"),
        ({"num_images": -1}, ValueError, "`num_images` must be at least 0"),
        ({"num_images": 2.5}, TypeError, "`num_images` must be an integer"),
        ({"seed": -1}, ValueError, "`seed` must be at least 0"),
        ({"image_size": 16}, ValueError, "`image_size` must be at least 32"),
    ],
)
def test_bad_arguments_fail_before_the_first_record(arguments, error, message):
    with pytest.raises(error, match=message):
        generate_scenes(**{"split": "train", **arguments})


def test_a_single_record_checks_its_arguments():
    with pytest.raises(ValueError, match="`index` must be at least 0"):
        generate_scene("train", -1)
    with pytest.raises(ValueError, match="`split` must be one of"):
        generate_scene("novel", 0)


def test_the_generator_imports_neither_tfds_nor_a_backend():
    code = (
        "import sys; from recipes.datasets.scenes import generate_scenes; "
        "next(generate_scenes('train')); "
        "heavy = {'tensorflow_datasets', 'tensorflow', 'keras'}; "
        "sys.exit(' '.join(heavy & set(sys.modules)) or 0)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
