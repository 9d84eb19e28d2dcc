import pytest

from recipes.captioning.training_captions import (
    first_captions,
    training_vocabulary,
)
from recipes.datasets.caption_records import CaptionRecords
from recipes.datasets.data_format_error import DataFormatError

TRAIN = CaptionRecords([1, 2], ["x", "y"], [["A dog.", "a cat"], ["A dog!"]])
RECORDS = {"train": TRAIN, "val": TRAIN}


def test_words_and_facts():
    words, facts = training_vocabulary(RECORDS, 2, "folder")
    assert words == ["a", "dog"]
    assert facts == {
        "training captions": 3,
        "vocabulary": 2,
        "unknown words": "16.67%",
    }


@pytest.mark.parametrize(
    "records",
    [
        {"images": CaptionRecords([1], ["x"], [[]])},
        {"train": CaptionRecords([1], ["x"], [[]])},
    ],
)
def test_nothing_to_train_on(records):
    with pytest.raises(DataFormatError, match="folder has no captions .*`pre"):
        training_vocabulary(records, 1, "folder")


def test_first_captions():
    cut = first_captions(RECORDS, "train", 1)
    assert cut["train"].captions == [["A dog."], ["A dog!"]]
    assert cut["val"] is TRAIN
    assert first_captions(RECORDS, "train", None) is RECORDS
    assert first_captions(RECORDS, "images", 1) is RECORDS
