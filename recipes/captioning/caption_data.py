"""The data of a captioning recipe, ready for its model."""

import dataclasses
from typing import Any


@dataclasses.dataclass(frozen=True)
class CaptionData:
    """Records, what the model reads for them, and the vocabulary.

    Args:
        records: Dict from splits to `CaptionRecords`.
        rows: Dict from splits to images in one array, or to features.
        vocabulary: Words, most frequent first; `None` with a preset, which
            has its own.
        notes: Sentences for the reader of the scores.
        details: Facts for the report, such as counts.
        train: The split to train on.
        validation: The split that decides when to stop.
        image_encoder: What made the features, or `None` for images.
        tag_detector: What finds tags in features, or `None`.
        trained: A captioner that needs no training, or `None`.
    """

    records: dict
    rows: dict
    vocabulary: list | None
    notes: list = dataclasses.field(default_factory=list)
    details: dict = dataclasses.field(default_factory=dict)
    train: str = "train"
    validation: str = "validation"
    image_encoder: Any = None
    tag_detector: Any = None
    trained: Any = None
