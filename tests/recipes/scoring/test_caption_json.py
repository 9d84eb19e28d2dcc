import gzip
import json

import pytest

from recipes.datasets.data_format_error import DataFormatError
from recipes.scoring.caption_json import caption_of_record, read_caption_json


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_encodings(tmp_path, encoding):
    path = tmp_path / "a.json"
    path.write_bytes('["é"]'.encode(encoding))
    assert read_caption_json(path) == ["é"]


def test_gzip_whatever_the_name(tmp_path):
    path = tmp_path / "a.json"
    path.write_bytes(gzip.compress(b"[1]"))
    assert read_caption_json(path) == [1]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b" \n", "is empty"),
        (b'[{"image_id": 1}', r"is not JSON: .*line 1 column 17"),
        (b'["\xff\xfe"]', "is not JSON"),
        (b"[" * 100_000, "is not JSON"),
        (gzip.compress(b"[1]")[:-9], "cannot be read"),
    ],
)
def test_unreadable(tmp_path, content, message):
    path = tmp_path / "a.json"
    path.write_bytes(content)
    with pytest.raises(DataFormatError, match=f"a.json {message}"):
        read_caption_json(path)


def test_missing_file_and_folder(tmp_path):
    with pytest.raises(DataFormatError, match="There is no file .*a.json"):
        read_caption_json(tmp_path / "a.json")
    with pytest.raises(DataFormatError, match="cannot be read"):
        read_caption_json(tmp_path)


@pytest.mark.parametrize(
    "record",
    [
        {"image_id": 7, "caption": "a dog", "id": 1},
        {"image_id": "7.png", "caption": ""},
        {"image_id": 7, "caption": "a\ndog\u2028\r||| \0 \U0001f600"},
    ],
)
def test_records(record):
    found = caption_of_record(record, "a.json: [3]")
    assert found == (record["image_id"], record["caption"])


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ("a dog", "a.json: [3] must be an object"),
        ({"image_id": 7}, "a.json: [3] has no `caption`. Found: image_id."),
        ({"id": 7, "caption": ""}, "has no `image_id`. Found: id, caption."),
        ({}, "has no `image_id`. Found: nothing."),
        (
            {"image_id": 7, "caption": None},
            "[3].caption must be a string; an empty one scores 0. "
            "Received: None.",
        ),
        ({"image_id": 7, "caption": ["a"]}, "Received: ['a']."),
        (
            {"image_id": 7.0, "caption": ""},
            "[3].image_id must be an integer or a string. Received: 7.0.",
        ),
        ({"image_id": True, "caption": ""}, "Received: True."),
        ({"image_id": None, "caption": ""}, "Received: None."),
        (
            json.loads(r'{"image_id": 7, "caption": "\ud800"}'),
            r"[3].caption holds half of a surrogate pair",
        ),
        (
            json.loads(r'{"image_id": "\ud800", "caption": ""}'),
            r"[3].image_id holds half of a surrogate pair",
        ),
    ],
)
def test_bad_records(record, message):
    with pytest.raises(DataFormatError) as error:
        caption_of_record(record, "a.json: [3]")
    assert message in str(error.value)
    assert "\n" not in str(error.value)
