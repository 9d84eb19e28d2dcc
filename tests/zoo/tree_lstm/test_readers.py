"""`TreeReader` and `TextReader`, which have the same methods."""

import nltk
import numpy as np
import pytest

from keras_tpr.trees import from_brackets
from zoo.tree_lstm.class_labels import ClassLabels
from zoo.tree_lstm.text_reader import TextReader
from zoo.tree_lstm.tree_reader import TreeReader

TEXT = "(4 (2 a) (3 gem))"
IDS = {"a": 2, "gem": 3}
CLASSES = ClassLabels()


def word_id(word):
    return IDS.get(word, 0)


def test_tree_row():
    reader = TreeReader()
    tree = reader.read(TEXT)
    row = reader.row(tree, word_id)
    assert row.token_ids.tolist() == [2, 3, 0]
    assert row.children.tolist() == [[-1, -1], [-1, -1], [0, 1]]
    assert row.labels.tolist() == [-1, -1, -1]


@pytest.mark.parametrize(
    ("target", "labels"),
    [
        (None, [2, 3, 4]),
        ("very negative", [-1, -1, 0]),
        (1, [-1, -1, 1]),
        ([None, "2", 3], [-1, 2, 3]),
    ],
)
def test_tree_labels(target, labels):
    reader = TreeReader()
    tree = reader.read(TEXT)
    row, number = reader.labelled(
        tree, reader.row(tree, word_id), CLASSES, target
    )
    assert row.labels.tolist() == labels
    assert number is None


def test_tree_labels_of_another_tree():
    reader = TreeReader()
    tree = reader.read(TEXT)
    with pytest.raises(ValueError, match="2 classes for a tree of 3 nodes"):
        reader.labelled(tree, reader.row(tree, word_id), CLASSES, [1, 2])


def test_too_many_children():
    reader = TreeReader()
    tree = reader.read("(2 (2 a) (2 a) (2 gem))")
    with pytest.raises(ValueError, match=r"3 children.*binarize"):
        reader.row(tree, word_id)
    assert TreeReader("dependency").row(
        TreeReader("dependency").read("(2 (2 a) (2 a) (2 gem) b)"), word_id
    ).children.shape == (4, 3)


@pytest.mark.parametrize(
    "arguments",
    [{"kind": "chart"}, {"structure": "left"}],
)
def test_unknown_arguments(arguments):
    with pytest.raises(ValueError, match="must be one of"):
        TreeReader(**arguments)


@pytest.mark.parametrize(
    "value",
    [
        "a gem",
        b"a gem",
        ["a", "gem"],
        ("a", "gem"),
        from_brackets(TEXT),
        TEXT,
        nltk.Tree.fromstring(TEXT),
    ],
)
def test_text_row(value):
    reader = TextReader()
    row = reader.row(reader.read(value), word_id)
    assert row.tolist() == [2, 3]


def test_texts_may_begin_with_a_bracket():
    assert TextReader().read("( laughs ) good") == ["(", "laughs", ")", "good"]


def test_texts_are_split_as_in_the_treebank():
    reader = TextReader()
    assert reader.read("It isn't great.") == ["It", "is", "n't", "great", "."]
    split = "a bore , but not good"
    assert reader.read(split) == split.split()
    assert reader.read(["isn't great."]) == ["isn't great."]


def test_unknown_words_are_left_out_where_they_have_no_id():
    reader = TextReader()
    assert reader.row(reader.read("no a gem"), word_id).tolist() == [2, 3]


def test_text_label():
    reader = TextReader()
    row = np.array([2, 3])
    assert reader.labelled(["a"], row, CLASSES, "positive")[1] == 3
    assert reader.labelled(from_brackets(TEXT), row, CLASSES)[1] == 4
    with pytest.raises(ValueError, match="has no class. Give `y`"):
        reader.labelled(["a"], row, CLASSES)


@pytest.mark.parametrize("value", ["", "  ", [], ["a", " "], ["a", ""]])
def test_no_words(value):
    with pytest.raises(ValueError, match="is empty|is blank"):
        TextReader().read(value)


@pytest.mark.parametrize("value", [1, None, [1, 2], {"tokens": ["a"]}])
def test_no_sentence(value):
    with pytest.raises(TypeError, match="A sentence is"):
        TextReader().read(value)
