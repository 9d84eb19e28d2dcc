"""Sentences as ids, in Python and in a graph."""

import keras
import numpy as np
import pytest
from small_questions import QUESTIONS, WORDS

from zoo.sentence_cnn.sentence_preprocessor import (
    SentenceClassifierPreprocessor,
    filled_up,
)
from zoo.sentence_cnn.sentence_tokenizer import SentenceClassifierTokenizer


def make(**options):
    return SentenceClassifierPreprocessor(
        SentenceClassifierTokenizer(WORDS), **options
    )


def test_ids():
    ids = make()(["Who wrote Hamlet?", ""])["token_ids"]
    assert ids.tolist() == [[3, 5, 1, 8], [0, 0, 0, 0]]
    assert ids.dtype == np.int32
    assert make()("who?")["token_ids"].tolist() == [3, 8]
    assert make()([""])["token_ids"].shape == (1, 1)


def test_cut_and_case():
    preprocessor = make(sequence_length=2, lowercase=False)
    assert preprocessor(["Who wrote it"])["token_ids"].tolist() == [[1, 5]]


def test_targets_are_passed_on():
    x, y, weights = make()(["who"], [1], [0.5])
    assert (y, weights) == ([1], [0.5])
    assert make()({"token_ids": 3}, 1) == ({"token_ids": 3}, 1)


@pytest.mark.skipif(
    keras.backend.backend() != "tensorflow", reason="a graph of TensorFlow"
)
def test_the_same_ids_in_a_graph():
    import tensorflow as tf

    preprocessor = make()
    expected = preprocessor(QUESTIONS)["token_ids"]
    dataset = tf.data.Dataset.from_tensors(QUESTIONS).map(preprocessor)
    (found,) = dataset
    np.testing.assert_array_equal(found["token_ids"], expected)
    words = tf.ragged.constant(preprocessor.words(QUESTIONS)[0])
    (found,) = tf.data.Dataset.from_tensors(words).map(preprocessor)
    np.testing.assert_array_equal(found["token_ids"], expected)
    (single,) = tf.data.Dataset.from_tensors("who ?").map(preprocessor)
    assert single["token_ids"].numpy().tolist() == [3, 8]


def test_config():
    preprocessor = make(splitting="tweet", sequence_length=9, lowercase=False)
    config = preprocessor.get_config()
    assert config["splitting"] == "tweet"
    assert config["sequence_length"] == 9
    copy = SentenceClassifierPreprocessor.from_config(config)
    assert not copy.lowercase


def test_filled_up():
    assert filled_up([[1, 2], [3]]).tolist() == [[1, 2], [3, 0]]
    assert filled_up([[1, 2], [3]], multiple=4).shape == (2, 4)
    assert filled_up([]).shape == (0, 1)


def test_no_tokenizer():
    with pytest.raises(TypeError, match="`tokenizer` must be.*list"):
        SentenceClassifierPreprocessor(["a"])
