import pytest
from hypothesis import given
from hypothesis import strategies as st
from tree_strategies import DEEP_TREES, constituency_trees, dependency_trees

from keras_tpr.trees import (
    Tree,
    binarize,
    from_brackets,
    to_brackets,
    unbinarize,
)

DIRECTIONS = ["right", "left"]


@pytest.mark.parametrize(
    "direction, expected",
    [
        ("right", "(A (B b) ( (C c) ( (D d) (E e))))"),
        ("left", "(A ( ( (B b) (C c)) (D d)) (E e))"),
    ],
)
def test_new_nodes_have_no_label(direction, expected):
    tree = from_brackets("(A (B b) (C c) (D d) (E e))")
    assert to_brackets(binarize(tree, direction)) == expected


@pytest.mark.parametrize("text", ["(A (B b) (C c))", "(A (B b))", "(A a)"])
def test_binary_trees_stay(text):
    tree = from_brackets(text)
    assert binarize(tree) == tree == unbinarize(tree)


@given(
    constituency_trees(max_children=6) | dependency_trees(),
    st.sampled_from(DIRECTIONS),
)
def test_unbinarizing_is_the_inverse(tree, direction):
    binary = binarize(tree, direction)
    assert unbinarize(binary) == tree
    assert max(len(node.children) for node in binary.preorder()) <= 2
    assert binary.words() == tree.words()
    new = binary.size - tree.size
    assert new == sum(
        max(len(node.children) - 2, 0) for node in tree.preorder()
    )


def test_an_outer_bracket_without_label_stays():
    tree = from_brackets("( (A a) (B b) (C c))")
    assert unbinarize(binarize(tree)) == tree


def test_another_direction_is_refused():
    with pytest.raises(ValueError, match="`direction`.*'right'.*'up'"):
        binarize(Tree("A", word="a"), "up")


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("kind", DEEP_TREES)
def test_deep_trees(kind, direction):
    tree = DEEP_TREES[kind]()
    assert unbinarize(binarize(tree, direction)) == tree


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_a_wide_node_becomes_deep(direction):
    leaves = [Tree("N", word=f"w{i}") for i in range(3000)]
    tree = Tree("S", leaves)
    binary = binarize(tree, direction)
    assert binary.height == 2999
    assert unbinarize(binary) == tree
