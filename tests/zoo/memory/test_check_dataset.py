"""Datasets without what is learned are refused."""

import pytest
import tensorflow as tf

import zoo
from zoo.memory.check_dataset import check_dataset

X = {"story": [["Ann ran."]], "question": ["Who ran?"]}


def test_answers_and_facts():
    inputs = tf.data.Dataset.from_tensors(X)
    labelled = tf.data.Dataset.from_tensors((X, ["ann"]))
    check_dataset(labelled)
    check_dataset(iter([]), needs_support=True)  # which says nothing
    with pytest.raises(ValueError, match="Batches .* have no answers"):
        check_dataset(inputs)
    with pytest.raises(ValueError, match=r"no `x\['support'\]`"):
        check_dataset(labelled, needs_support=True)


def test_models_check():
    words = zoo.story_vocabulary(X, ["ann"])
    inputs = tf.data.Dataset.from_tensors(X)
    labelled = tf.data.Dataset.from_tensors((X, ["ann"]))
    memnn = zoo.memnn(vocabulary=words, embedding_dim=4)
    with pytest.raises(ValueError, match=r"no `x\['support'\]`"):
        memnn.fit(labelled)
    with pytest.raises(ValueError, match=r"no `x\['support'\]`"):
        memnn.fit({**X, "support": [[0]]}, ["ann"], validation_data=labelled)
    for method in (memnn.evaluate, zoo.memn2n(vocabulary=words).fit):
        with pytest.raises(ValueError, match="have no answers"):
            method(inputs)
