import pytest

from recipes.datasets.caption_records import CaptionRecords


def test_counts():
    records = CaptionRecords([7, 8], ["a.jpg", "b.jpg"], [["x", "y"], ["z"]])
    assert len(records) == 2
    assert records.num_captions == 3 and records.has_captions
    assert not CaptionRecords([7], ["a.jpg"], [[]]).has_captions


def test_fingerprint_depends_on_ids_and_captions():
    prints = {
        CaptionRecords(ids, ["a", "b"], captions).fingerprint
        for ids, captions in [
            ([1, 2], [["x"], ["y"]]),
            ([1, 2], [["x"], ["z"]]),
            ([1, 3], [["x"], ["y"]]),
            ([1, 2], [["x", "y"], []]),
        ]
    }
    assert len(prints) == 4
    again = CaptionRecords([1, 2], ["c", "d"], [["x"], ["y"]]).fingerprint
    assert again in prints


def test_lengths():
    with pytest.raises(ValueError, match="lengths .2, 1, 2."):
        CaptionRecords([1, 2], ["a"], [[], []])


def test_ids_differ():
    with pytest.raises(ValueError, match="must differ"):
        CaptionRecords([1, 1], ["a", "b"], [[], []])
