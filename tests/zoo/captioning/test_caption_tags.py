import numpy as np
import pytest

from zoo.captioning.caption_tags import build_tags, tag_targets

CAPTIONS = [
    "A red ball is lying on the box.",
    "two red boxes and a ball",
    ["the", "ball", "2"],
]


def test_content_words_most_frequent_first():
    tags = build_tags(CAPTIONS, num_tags=5)
    assert tags == ["ball", "red", "box", "boxes", "lying"]
    assert build_tags(CAPTIONS, num_tags=2) == ["ball", "red"]


def test_tagger():
    parts = {"red": "JJ", "ball": "NN", "is": "VBZ", "lying": "RB"}

    def tagger(words):
        return [(word, parts.get(word, "DT")) for word in words]

    assert build_tags(CAPTIONS, num_tags=2, tagger=tagger) == ["ball", "red"]
    with pytest.raises(ValueError, match="have 2 content words"):
        build_tags(CAPTIONS, num_tags=3, tagger=tagger)


def test_targets():
    captions = [CAPTIONS[:2], CAPTIONS[2:], ["nothing"]]
    tags = ["red", "ball", "box"]
    targets = tag_targets(captions, tags)
    assert targets.dtype == np.float32
    assert targets.tolist() == [[1, 1, 1], [0, 1, 0], [0, 0, 0]]
    assert tag_targets(captions, tags, share=True).tolist() == [
        [1, 1, 0.5],
        [0, 1, 0],
        [0, 0, 0],
    ]


def test_a_word_repeated_in_a_caption_counts_once():
    assert tag_targets([["ball ball", "x"]], ["ball"], share=True) == 0.5


def test_errors():
    with pytest.raises(TypeError, match=r"`captions\[1\]` must be a list"):
        tag_targets([["a ball"], "a ball"], ["ball"])
    with pytest.raises(ValueError, match=r"`captions\[0\]` is empty"):
        tag_targets([[]], ["ball"])
    with pytest.raises(ValueError, match="num_tags=999"):
        build_tags(CAPTIONS)
