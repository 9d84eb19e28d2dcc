import numpy as np
import pytest

from recipes.captioning.caption_scores import (
    model_inputs,
    score_captions,
    write_captions,
)
from recipes.datasets.caption_records import CaptionRecords


class Bar:
    total = done = 0

    def start(self, total):
        self.total = total

    def advance(self, steps):
        self.done += steps


class Echo:
    """Captions each row with its first value."""

    def generate(self, inputs, max_length, batch_size):
        (rows,) = inputs.values()
        assert len(rows) <= batch_size
        return [f"{list(inputs)[0]} {row.flat[0]:.0f}" for row in rows]


@pytest.mark.parametrize(
    ("shape", "name"), [((100, 2), "features"), ((100, 2, 2, 3), "images")]
)
def test_all_rows_are_captioned_in_order(shape, name):
    rows = np.arange(np.prod(shape)).reshape(shape)
    bar = Bar()
    captions = write_captions(Echo(), rows, 20, bar)
    assert captions == [f"{name} {row.flat[0]}" for row in rows]
    assert bar.total == bar.done == 100


def test_a_single_row():
    assert list(model_inputs(np.zeros(5))) == ["features"]
    assert list(model_inputs(np.zeros((4, 4, 3)))) == ["images"]


def test_scores():
    words = "one two three four five six seven eight nine ten".split()
    texts = [f"{a} {b} red dots" for a in words for b in words]
    records = CaptionRecords(
        range(100), [None] * 100, [[text.title() + "."] for text in texts]
    )
    scores, notes = score_captions(texts, records)
    assert scores["bleu_4"] == pytest.approx(1.0)
    assert scores["rouge_l"] == pytest.approx(1.0)
    assert scores["cider_d"] == pytest.approx(10.0)
    assert notes == []


def test_few_images_are_noted():
    records = CaptionRecords([1], ["x"], [["a dog runs fast"]])
    scores, notes = score_captions(["a dog runs fast"], records)
    assert scores["bleu_4"] == pytest.approx(1.0)
    assert any("CIDEr" in note for note in notes)


def test_without_references():
    records = CaptionRecords([1, 2], ["x", "y"], [[], []])
    scores, (note,) = score_captions(["a", "b"], records)
    assert scores == {}
    assert "the 2 images come without captions" in note
