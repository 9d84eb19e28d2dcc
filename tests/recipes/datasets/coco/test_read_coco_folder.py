import json
from pathlib import Path

import pytest

from recipes.datasets.coco.coco_splits import count_notes
from recipes.datasets.coco.read_coco_folder import read_coco_folder
from recipes.datasets.data_format_error import DataFormatError

MINI = Path(__file__).parents[5] / "shared/data/coco_captions"


def touch(*paths):
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


def write(path, value):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value))


def coco(numbers, split=None, captions=("A dog .", "Two dogs")):
    images = [{"id": n, "file_name": f"{n}.jpg"} for n in numbers]
    if split:
        images = [image | {"split": split} for image in images]
    return {
        "images": images,
        "annotations": [
            {"image_id": n, "caption": text}
            for n in numbers
            for text in captions
        ],
    }


def test_splits_of_the_entries(tmp_path):
    content = coco([3, 1], "train")
    content["images"].append({"id": 2, "file_name": "2.jpg", "split": "val"})
    content["annotations"].append({"image_id": 2, "caption": "ünï"})
    write(tmp_path / "captions_mini.json", content)
    write(tmp_path / "captions_results.json", [{"image_id": 1, "caption": ""}])
    touch(*(tmp_path / "images" / f"{n}.jpg" for n in (1, 2, 3, 4)))
    records = read_coco_folder(tmp_path)
    assert list(records["train"].ids) == [1, 3]
    assert records["train"].captions == [["A dog .", "Two dogs"]] * 2
    assert records["val"].captions == [["ünï"]]
    assert records["val"].images == [tmp_path / "images/2.jpg"]


def test_splits_of_file_names(tmp_path):
    for split, number in (("train2017", 1), ("val2017", 2)):
        path = tmp_path / "annotations" / f"captions_{split}.json"
        write(path, coco([number]))
        touch(tmp_path / split / f"{number}.jpg")
    records = read_coco_folder(tmp_path)
    assert {s: list(r.ids) for s, r in records.items()} == {
        "train": [1],
        "val": [2],
    }


def test_karpathys_splits(tmp_path):
    image = {"filepath": "val2014", "sentences": [{"raw": "A dog ."}]}
    splits = ("train", "restval", "val", "test")
    write(
        tmp_path / "dataset_coco.json",
        {
            "dataset": "coco",
            "images": [
                image
                | {
                    "split": split,
                    "imgid": n,
                    "cocoid": 10 + n,
                    "filename": f"COCO_{n}.jpg",
                }
                for n, split in enumerate(splits)
            ],
        },
    )
    touch(*(tmp_path / "val2014" / f"COCO_{n}.jpg" for n in range(4)))
    records = read_coco_folder(tmp_path)
    assert {s: list(r.ids) for s, r in records.items()} == {
        "train": [10, 11],
        "val": [12],
        "test": [13],
    }
    assert records["test"].images == [tmp_path / "val2014/COCO_3.jpg"]


def test_images_alone(tmp_path):
    touch(tmp_path / "b.PNG", tmp_path / "images/a.jpg", tmp_path / "notes.txt")
    records = read_coco_folder(tmp_path)
    assert list(records) == ["images"]
    assert list(records["images"].ids) == ["b.PNG", "images/a.jpg"]
    assert not records["images"].has_captions


def test_chosen_annotations(tmp_path):
    write(tmp_path / "captions_a.json", coco([1], "train"))
    write(tmp_path / "captions_b.json", coco([1], "val"))
    touch(tmp_path / "1.jpg")
    with pytest.raises(DataFormatError, match="image 1 occurs twice"):
        read_coco_folder(tmp_path)
    assert set(read_coco_folder(tmp_path, "captions_b.json")) == {"val"}
    with pytest.raises(DataFormatError, match="no file .*captions_c.json"):
        read_coco_folder(tmp_path, "captions_c.json")


def error_of(folder):
    with pytest.raises(DataFormatError) as error:
        read_coco_folder(folder)
    return str(error.value)


def test_missing_images_name_the_first_five_and_the_tree(tmp_path):
    write(tmp_path / "captions_a.json", coco(range(8), "train"))
    touch(tmp_path / "images/0.jpg")
    message = error_of(tmp_path)
    assert "7 of 8 images with captions are missing" in message
    assert "1 (1.jpg), 2 (2.jpg), 3 (3.jpg), 4 (4.jpg), 5 (5.jpg), ..." in (
        message
    )
    assert "6.jpg" not in message
    assert "images/*.jpg" in message and "images/ 1" in message


def test_images_without_captions(tmp_path):
    content = coco(range(8), "train")
    del content["annotations"][2:]
    write(tmp_path / "captions_a.json", content)
    message = error_of(tmp_path)
    assert "7 images have no captions: 1, 2, 3, 4, 5, ..." in message


def test_captions_of_unlisted_images(tmp_path):
    content = coco(range(8), "train")
    del content["images"][1:]
    write(tmp_path / "captions_a.json", content)
    message = error_of(tmp_path)
    assert "14 captions are of images that are not listed: 1, 2, 3, 4, 5" in (
        message
    )


def test_nothing_to_read(tmp_path):
    assert "Found: nothing" in error_of(tmp_path)
    touch(tmp_path / "notes.txt")
    assert "Found: notes.txt" in error_of(tmp_path)
    assert "There is no folder" in error_of(tmp_path / "missing")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ({"images": [{"id": 1}], "annotations": []}, "has no `split`"),
        ({"images": []}, "not in COCO's caption format"),
        (coco([1], "dev"), "the split 'dev' is none of"),
    ],
)
def test_malformed(tmp_path, content, message):
    write(tmp_path / "captions_a.json", content)
    assert message in error_of(tmp_path)


def test_no_json(tmp_path):
    (tmp_path / "captions_a.json").write_text("{")
    assert "captions_a.json is no JSON" in error_of(tmp_path)


@pytest.mark.skipif(not MINI.is_dir(), reason=f"needs {MINI}")
def test_real_images():
    records = read_coco_folder(MINI)
    assert {s: len(r) for s, r in records.items()} == {"train": 80, "val": 159}
    assert sum(r.num_captions for r in records.values()) == 1195
    assert all(path.is_file() for r in records.values() for path in r.images)
    (note,) = count_notes(records)
    assert "train 80 of 113,287, val 159 of 5,000, test 0 of 5,000" in note


def test_published_counts_need_no_note():
    sizes = {"train": range(113287), "val": range(5000), "test": range(5000)}
    assert count_notes(sizes) == []
    assert count_notes({"images": range(3)}) == []
