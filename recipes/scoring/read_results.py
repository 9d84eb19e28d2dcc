"""Reader of captions written by a model, in COCO's format of results."""

from recipes.datasets.data_format_error import DataFormatError
from recipes.scoring.caption_json import (
    caption_of_record,
    first_ids,
    read_caption_json,
)


def read_results(path):
    """Reads a list of objects with `image_id` and `caption`.

    Args:
        path: The JSON file; it may be compressed by gzip.

    Returns:
        A dict from image id to caption, in the order of the file.

    Raises:
        DataFormatError: If the file is missing, is no such list or empty, or
            if an image has several captions; the message names the place.
    """
    records = read_caption_json(path)
    if isinstance(records, dict) and "annotations" in records:
        raise DataFormatError(
            f"{path} holds annotations, not results. The results come first: "
            "`score RESULTS.json ANNOTATIONS.json`."
        )
    if not isinstance(records, list):
        raise DataFormatError(
            f"{path} must be a list of objects with `image_id` and `caption`, "
            f"COCO's format of results. Found: {type(records).__name__}."
        )
    if not records:
        raise DataFormatError(f"{path} holds no captions: the list is empty.")
    captions, repeated = {}, {}
    for number, record in enumerate(records):
        identity, caption = caption_of_record(record, f"{path}: [{number}]")
        if identity in captions:
            repeated[identity] = None
        captions[identity] = caption
    if repeated:
        raise DataFormatError(
            f"{path}: {len(repeated):,} images have several captions: "
            f"{first_ids(list(repeated))}. Keep one for each image."
        )
    return captions
