import pytest
from hypothesis import given
from hypothesis import strategies as st

from keras_tpr.trees import to_parents
from zoo.tree_lstm.structured_tree import KINDS, STRUCTURES, structured_tree

WORDS = ["w0", "w1", "w2", "w3", "w4"]


def shape(tree):
    """Nested tuples of words, for trees with words at the leaves."""
    return tree.fold(lambda node, parts: tuple(parts) or node.word)


def test_right_branching():
    tree = structured_tree(WORDS, "right_branching")
    assert shape(tree) == ("w0", ("w1", ("w2", ("w3", "w4"))))


def test_balanced():
    tree = structured_tree(WORDS, "balanced")
    assert shape(tree) == ((("w0", "w1"), ("w2", "w3")), "w4")


@pytest.mark.parametrize(
    ("structure", "heads"),
    [("right_branching", [0, 1, 2, 3, 4]), ("balanced", [2, 3, 0, 5, 3])],
)
def test_dependency(structure, heads):
    tree = structured_tree(WORDS, structure, "dependency")
    assert to_parents(tree).parents == heads


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("structure", STRUCTURES)
@given(words=st.lists(st.sampled_from("abc"), min_size=1, max_size=40))
def test_keeps_words(structure, kind, words):
    tree = structured_tree(words, structure, kind)
    assert tree.words() == words
    if kind == "constituency":
        assert tree.size == 2 * len(words) - 1
    else:
        assert tree.size == len(words)


@pytest.mark.parametrize("kind", KINDS)
def test_balanced_is_shallow(kind):
    tree = structured_tree(["w"] * 64, "balanced", kind)
    assert tree.height == 6


def test_a_long_sentence_does_not_recurse():
    tree = structured_tree(["w"] * 5000, "right_branching")
    assert tree.height == 4999


def test_refuses():
    with pytest.raises(ValueError, match="`structure` must be one of"):
        structured_tree(WORDS, "left_branching")
    with pytest.raises(ValueError, match="`words` is empty"):
        structured_tree([], "balanced")
