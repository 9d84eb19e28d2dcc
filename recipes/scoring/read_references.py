"""Reader of reference captions, in COCO's format of annotations."""

from recipes.datasets.data_format_error import DataFormatError
from recipes.scoring.caption_json import (
    caption_of_record,
    check_image_id,
    first_ids,
    read_caption_json,
)


def read_references(path):
    """Reads an object with `annotations` and, in general, `images`.

    Args:
        path: The JSON file, such as COCO's `captions_val2017.json`; it may be
            compressed by gzip.

    Returns:
        A dict from image id to a list of captions, in the order of `images`,
        without them in that of `annotations`. The list of an image without
        captions is empty.

    Raises:
        DataFormatError: If the file is missing or of another form, if an
            image is listed twice, or if captions are of images that are not
            listed; the message names the place.
    """
    content = read_caption_json(path)
    if isinstance(content, list):
        raise DataFormatError(
            f"{path} is a list, as results are, not annotations. The "
            "annotations come second: `score RESULTS.json ANNOTATIONS.json`."
        )
    return references_of(content, path)


def references_of(content, path):
    """As `read_references`, of what the file `path` holds."""
    annotations = _list_of(content, "annotations", path)
    if not annotations:
        raise DataFormatError(f"{path} holds no captions.")
    listed = "images" in content
    references = _images(content, path) if listed else {}
    unknown = {}
    for number, record in enumerate(annotations):
        identity, caption = caption_of_record(
            record, f"{path}: annotations[{number}]"
        )
        if listed and identity not in references:
            unknown[identity] = None
        references.setdefault(identity, []).append(caption)
    if unknown:
        raise DataFormatError(
            f"{path}: captions are of {len(unknown):,} images that are not "
            f"among `images`: {first_ids(list(unknown))}. Add them there."
        )
    return references


def _images(content, path):
    references, repeated = {}, {}
    for number, image in enumerate(_list_of(content, "images", path)):
        place = f"{path}: images[{number}]"
        if not isinstance(image, dict) or "id" not in image:
            raise DataFormatError(f"{place} must be an object with `id`.")
        check_image_id(image["id"], f"{place}.id")
        if image["id"] in references:
            repeated[image["id"]] = None
        references[image["id"]] = []
    if repeated:
        raise DataFormatError(
            f"{path}: {len(repeated):,} images are listed more than once in "
            f"`images`: {first_ids(list(repeated))}. Keep one entry each."
        )
    return references


def _list_of(content, name, path):
    if not isinstance(content, dict) or name not in content:
        found = type(content).__name__
        if isinstance(content, dict):
            found = ", ".join(map(str, content)) or "an empty object"
        raise DataFormatError(
            f"{path} must be an object with `annotations` and `images`, as "
            f"COCO's captions_val2017.json is. Found: {found}."
        )
    if not isinstance(content[name], list):
        raise DataFormatError(
            f"{path}: `{name}` must be a list. Found: "
            f"{type(content[name]).__name__}."
        )
    return content[name]
