import pytest

from recipes.datasets.data_format_error import DataFormatError
from recipes.scoring.read_references import read_references


def test_images_without_captions_are_listed(write_annotations):
    path = write_annotations({9: ["a", "b"], 2: [], 5: ["c"]})
    found = read_references(path)
    assert list(found.items()) == [(9, ["a", "b"]), (2, []), (5, ["c"])]


def test_images_may_be_missing(write):
    annotations = [{"image_id": i, "caption": str(i)} for i in (3, 1, 3)]
    path = write("a.json", {"annotations": annotations})
    assert read_references(path) == {3: ["3", "3"], 1: ["1"]}


CAPTION = {"image_id": 1, "caption": "a"}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ([CAPTION], "is a list, as results are"),
        ({"images": []}, "an object with `annotations` .* Found: images"),
        ({}, "Found: an empty object"),
        ("a", "Found: str"),
        ({"annotations": {}}, "`annotations` must be a list. Found: dict"),
        ({"annotations": []}, "holds no captions"),
        ({"annotations": [CAPTION], "images": 5}, "`images` must be a list"),
        (
            {"annotations": [CAPTION, {"image_id": 1, "bbox": []}]},
            r"annotations\[1\] has no `caption`. Found: image_id, bbox",
        ),
        (
            {"annotations": [CAPTION], "images": [{"file_name": "a.jpg"}]},
            r"images\[0\] must be an object with `id`",
        ),
        (
            {"annotations": [CAPTION], "images": [{"id": 1.5}]},
            r"images\[0\].id must be an integer or a string",
        ),
        (
            {"annotations": [CAPTION], "images": [{"id": 1}, {"id": 1}]},
            "1 images are listed more than once in `images`: 1",
        ),
        (
            {"annotations": [CAPTION], "images": [{"id": "1"}]},
            "captions are of 1 images that are not among `images`: 1",
        ),
    ],
)
def test_wrong_form(write, content, message):
    with pytest.raises(DataFormatError, match=message) as error:
        read_references(write("a.json", content))
    assert "a.json" in str(error.value) and "\n" not in str(error.value)
