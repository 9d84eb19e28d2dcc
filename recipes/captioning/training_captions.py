"""The captions that a captioner is trained on, and their words."""

import dataclasses

from recipes.datasets.data_format_error import DataFormatError
from zoo.captioning.caption_vocabulary import (
    build_vocabulary,
    unknown_word_share,
)


def training_vocabulary(records, min_count, data_dir):
    """Counts the words of the training captions.

    Args:
        records: Dict from splits to `CaptionRecords`.
        min_count: How often a word must occur.
        data_dir: Where they come from, for the error.

    Returns:
        `(words, facts)`: words, most frequent first, and a dict of their
        number, of the captions', and of the share of unknown words.

    Raises:
        DataFormatError: If there are no training captions.
    """
    if "train" not in records or not records["train"].has_captions:
        raise DataFormatError(
            f"{data_dir} has no captions to train on. To caption its images, "
            "give the setting `preset`: a trained captioner, or the folder "
            "`preset` of an earlier run."
        )
    captions = [text for row in records["train"].captions for text in row]
    words = build_vocabulary(captions, min_count=min_count)
    unknown = unknown_word_share(captions, words)
    return words, {
        "training captions": len(captions),
        "vocabulary": len(words),
        "unknown words": f"{unknown:.2%}",
    }


def first_captions(records, split, count):
    """Keeps at most `count` captions of each image of one split.

    Args:
        records: Dict from splits to `CaptionRecords`.
        split: Name of the split; if it is absent nothing changes.
        count: Number of captions, `None` for all.

    Returns:
        A dict like `records`.
    """
    if count is None or split not in records:
        return records
    part = records[split]
    cut = dataclasses.replace(part, captions=[c[:count] for c in part.captions])
    return {**records, split: cut}
