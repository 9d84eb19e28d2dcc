from unittest import mock

import numpy as np
import pytest
import tensorflow_datasets as tfds

from recipes.datasets.coco.coco_from_tfds import coco_from_tfds, is_prepared
from recipes.datasets.coco.read_coco import read_coco
from recipes.datasets.data_format_error import DataFormatError

SIZES = {"train": 3, "restval": 1, "val": 2, "test": 1}


def prepare(data_dir, file_format="array_record"):
    """Writes the real data set's features, with drawn images."""
    cls = tfds.builder_cls("coco_captions")
    with (
        mock.patch.object(cls, "_split_generators", split_generators),
        mock.patch.object(cls, "_generate_examples", generate_examples),
    ):
        builder = tfds.builder(
            "coco_captions", data_dir=data_dir, file_format=file_format
        )
        builder.download_and_prepare()


def split_generators(self, dl_manager):
    numbers = iter(range(sum(SIZES.values())))
    return [
        tfds.core.SplitGenerator(
            split, gen_kwargs={"numbers": [next(numbers) for _ in range(size)]}
        )
        for split, size in SIZES.items()
    ]


def generate_examples(self, numbers):
    for number in numbers:
        captions = [f"Bild {number} ü", "a"]
        yield (
            number,
            {
                "image": np.full((6 + number, 5, 3), 10 * number, "uint8"),
                "image/filename": f"{number}.jpg",
                "image/id": number,
                "objects": [],
                "captions": [{"text": t, "id": number} for t in captions],
            },
        )


@pytest.fixture(scope="module")
def data_dir(tmp_path_factory):
    data_dir = tmp_path_factory.mktemp("tfds")
    prepare(data_dir)
    return data_dir


def test_restval_is_part_of_train(data_dir):
    records = coco_from_tfds(data_dir)
    assert {s: len(r) for s, r in records.items()} == {
        "train": 4,
        "val": 2,
        "test": 1,
    }
    assert set(records["train"].ids) == {0, 1, 2, 3}
    place = list(records["train"].ids).index(3)
    assert records["train"].captions[place] == ["Bild 3 ü", "a"]


def test_images_are_read_when_asked_for(data_dir):
    from zoo.captioning.images import load_image

    train = coco_from_tfds(data_dir)["train"]
    for identity, image in zip(train.ids, train.images, strict=True):
        pixels = load_image(image, image_size=4)
        np.testing.assert_allclose(pixels, 10.0 * identity, atol=3)


def test_read_coco_recognises_the_folder(data_dir):
    assert is_prepared(data_dir)
    assert set(read_coco(data_dir)) == {"train", "val", "test"}


def test_nothing_is_fetched_unasked(tmp_path):
    assert not is_prepared(tmp_path)
    with pytest.raises(DataFormatError, match="`download` to fetch it"):
        coco_from_tfds(tmp_path)


def test_a_format_without_random_access(tmp_path):
    prepare(tmp_path, "tfrecord")
    with pytest.raises(DataFormatError, match="prepared as tfrecord"):
        coco_from_tfds(tmp_path)
