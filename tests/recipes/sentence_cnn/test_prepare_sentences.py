import collections

import numpy as np
import pytest

from recipes.datasets.labelled_sentences import LabelledSentences
from recipes.sentence_cnn.folds import without_fold
from recipes.sentence_cnn.prepare_sentences import (
    count_words,
    held_out,
    prepare_sentences,
)
from recipes.sentence_cnn.sentence_settings import SentenceSettings

NAMES = ("no", "yes")
MANY = LabelledSentences(
    [f"sentence {n % 40}" for n in range(100)],
    [int(n % 3 == 0) for n in range(100)],
    NAMES,
)


def test_words():
    sentences = ["The dog, the cat", ["The", "8\u00a01/2", ""]]
    assert count_words(sentences, 1, "treebank") == ["the", ",", "cat", "dog"]
    assert count_words(sentences, 2, "treebank") == ["the"]
    assert count_words(["@a so @b"], 1, "tweet") == ["<user>", "so"]


def test_what_is_held_out():
    splits = held_out(MANY, 0.25)
    assert len(splits["train"]) + len(splits["validation"]) == 100
    # Of 40 different sentences a quarter, with all their repeats.
    assert len(set(splits["validation"].sentences)) == 10
    assert not set(splits["train"].sentences) & set(
        splits["validation"].sentences
    )
    again = held_out(MANY, 0.25)
    assert again["validation"].sentences == splits["validation"].sentences


def test_folds():
    tested = []
    for fold in range(10):
        rest, part = without_fold(MANY, fold)
        assert len(rest) + len(part) == 100
        assert collections.Counter(part.labels)[1] in (3, 4)
        tested += part.sentences
    assert sorted(tested) == sorted(MANY.sentences)
    with pytest.raises(ValueError, match="`fold` must be between 0 and 9"):
        without_fold(MANY, 10)


def test_data():
    splits = {name: MANY for name in ("train", "validation", "test")}
    data = prepare_sentences(splits, SentenceSettings(min_count=2))
    assert data.vocabulary[0] == "sentence"
    assert data.details["vocabulary"] == 41
    assert data.class_names == NAMES
    assert data.vectors is None


def test_fixed_vectors(tmp_path):
    path = tmp_path / "glove.txt"
    rng = np.random.default_rng(0)
    path.write_text(
        "".join(
            f"{word} {' '.join(f'{x:.3f}' for x in rng.normal(size=8))}\n"
            for word in ["sentence", *map(str, range(20)), "45"]
        )
    )
    unseen = LabelledSentences([["sentence", "45", "unheard"]], [0], NAMES)
    splits = {"train": MANY, "test": unseen}
    data = prepare_sentences(splits, SentenceSettings(glove=str(path)))
    # Only words of the test sentences that have a vector are known.
    assert data.vocabulary[41:] == ["45"]
    assert data.vectors.shape == (44, 8)
    known = np.abs(data.vectors).sum(axis=1) > 0
    assert known.sum() == 22 == data.details["words with a GloVe vector"]
    assert data.vectors[known].mean() == pytest.approx(0.0, abs=1e-6)
    assert data.vectors[known].std() == pytest.approx(1.0, abs=0.05)
