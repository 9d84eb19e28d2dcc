"""JSON files of captions, in COCO's format, and the records in them."""

import gzip
import json
import pathlib
import reprlib
import zlib

from recipes.datasets.data_format_error import DataFormatError

_GZIP = b"\x1f\x8b"
_SHOWN = 5


def read_caption_json(path):
    """Returns what a JSON file holds; it may be compressed by gzip.

    Raises:
        DataFormatError: If it is missing, cannot be read, or is no JSON.
    """
    path = pathlib.Path(path)
    try:
        content = path.read_bytes()
        if content.startswith(_GZIP):
            content = gzip.decompress(content)
    except FileNotFoundError as error:
        raise DataFormatError(f"There is no file {path}.") from error
    except (OSError, EOFError, zlib.error) as error:
        raise DataFormatError(f"{path} cannot be read: {error}.") from error
    if not content.strip():
        raise DataFormatError(f"{path} is empty.")
    try:
        return json.loads(content)
    except (ValueError, RecursionError) as error:
        raise DataFormatError(f"{path} is not JSON: {error}.") from error


def caption_of_record(record, place):
    """Returns `(image_id, caption)` of a record, checked.

    Args:
        record: What a list of results or of annotations holds.
        place: File and position, for errors.

    Raises:
        DataFormatError: If the record is no object, lacks one of the two, or
            holds it in another type.
    """
    if not isinstance(record, dict):
        raise DataFormatError(
            f"{place} must be an object with `image_id` and `caption`. "
            f"Received: {reprlib.repr(record)}."
        )
    for name in ("image_id", "caption"):
        if name not in record:
            raise DataFormatError(
                f"{place} has no `{name}`. Found: "
                f"{', '.join(map(str, record)) or 'nothing'}."
            )
    check_image_id(record["image_id"], f"{place}.image_id")
    if not isinstance(record["caption"], str):
        raise DataFormatError(
            f"{place}.caption must be a string; an empty one scores 0. "
            f"Received: {reprlib.repr(record['caption'])}."
        )
    _check_text(record["caption"], f"{place}.caption")
    return record["image_id"], record["caption"]


def check_image_id(value, place):
    """Raises a `DataFormatError` unless an id is an integer or a string."""
    if not isinstance(value, int | str) or isinstance(value, bool):
        raise DataFormatError(
            f"{place} must be an integer or a string. Received: "
            f"{reprlib.repr(value)}."
        )
    _check_text(str(value), place)


def _check_text(text, place):
    # JSON can spell half a character, which no file can hold.
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise DataFormatError(
            f"{place} holds half of a surrogate pair, which is no character. "
            f"Received: {reprlib.repr(text)}."
        ) from error


def first_ids(ids):
    """The first ids of a list as text, for an error."""
    shown = ", ".join(repr(identity) for identity in ids[:_SHOWN])
    return shown + (" and more" if len(ids) > _SHOWN else "")
