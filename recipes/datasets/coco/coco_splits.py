"""The splits of COCO captions and what is published about them."""

from recipes.datasets.data_format_error import DataFormatError

# Karpathy and Li, 2015; the paper trains on train and restval together.
PUBLISHED_IMAGES = {"train": 113287, "val": 5000, "test": 5000}

_NAMES = {
    "train": "train",
    "restval": "train",
    "val": "val",
    "validation": "val",
    "test": "test",
}


def split_name(name, path):
    """The split, `train`, `val` or `test`, that a data set's name stands for.

    Args:
        name: Such as `restval`, or `train2017`.
        path: The file it was read from, for the error.

    Raises:
        DataFormatError: If it is none.
    """
    bare = str(name).rstrip("0123456789")
    if bare not in _NAMES:
        raise DataFormatError(
            f"{path}: the split {name!r} is none of {', '.join(_NAMES)}."
        )
    return _NAMES[bare]


def count_notes(records):
    """Says how splits differ in size from the published ones.

    Args:
        records: Dict from splits to `CaptionRecords`.

    Returns:
        A list of one sentence, or an empty list if they do not differ or are
        no splits at all.
    """
    found = {split: len(records.get(split, ())) for split in PUBLISHED_IMAGES}
    if found == PUBLISHED_IMAGES or not any(found.values()):
        return []
    counts = ", ".join(
        f"{split} {found[split]:,} of {published:,}"
        for split, published in PUBLISHED_IMAGES.items()
    )
    return [
        "These are not the published splits, so the scores do not compare "
        f"with the paper's. Images: {counts}."
    ]
