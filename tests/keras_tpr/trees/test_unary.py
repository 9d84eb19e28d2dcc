import pytest
from hypothesis import given
from hypothesis import strategies as st
from tree_strategies import (
    DEEP_TREES,
    constituency_trees,
    dependency_trees,
    unary_chain,
)

from keras_tpr.trees import (
    Tree,
    collapse_unary,
    expand_unary,
    from_brackets,
    to_brackets,
)

TEXT = "(S (VP (VB go) (NP (QP (CD 5)))))"


def single_children(tree):
    return [node for node in tree.preorder() if len(node.children) == 1]


@pytest.mark.parametrize(
    "options, expected",
    [
        ({}, "(S+VP (VB go) (NP+QP (CD 5)))"),
        ({"separator": "/"}, "(S/VP (VB go) (NP/QP (CD 5)))"),
        ({"keep_preterminals": False}, "(S+VP (VB go) (NP+QP+CD 5))"),
        ({"separator": None}, "(S (VB go) (NP (CD 5)))"),
        (
            {"separator": None, "keep_preterminals": False},
            "(S (VB go) (NP 5))",
        ),
    ],
)
def test_chains_become_one_node(options, expected):
    assert (
        to_brackets(collapse_unary(from_brackets(TEXT), **options)) == expected
    )


def test_a_leaf_alone_and_a_chain_alone():
    leaf = from_brackets("(VB go)")
    assert collapse_unary(leaf) == leaf == expand_unary(leaf)
    chain = from_brackets("(S (VP (VB go)))")
    assert collapse_unary(chain) == from_brackets("(S+VP (VB go))")


@given(constituency_trees(), st.booleans())
def test_expanding_is_the_inverse(tree, keep_preterminals):
    collapsed = collapse_unary(tree, keep_preterminals=keep_preterminals)
    assert expand_unary(collapsed) == tree
    assert collapsed.words() == tree.words()
    for node in single_children(collapsed):
        assert keep_preterminals and node.children[0].is_leaf


@given(constituency_trees())
def test_the_top_label_alone(tree):
    collapsed = collapse_unary(tree, separator=None, keep_preterminals=False)
    assert collapsed.label == tree.label
    assert not single_children(collapsed)


@given(dependency_trees())
def test_words_are_not_lost(tree):
    assert collapse_unary(tree) == tree == expand_unary(tree)


def test_a_word_within_a_chain_ends_it():
    inner = Tree("B", [Tree("C", word="c")], "b", 0)
    tree = Tree("S", [Tree("A", [inner])])
    collapsed = collapse_unary(tree)
    assert collapsed == inner.replace(label="S+A+B")
    assert expand_unary(collapsed) == tree


def test_labels_that_hold_the_separator():
    tree = from_brackets("(S (A+B (C c)))")
    with pytest.raises(ValueError, match="'A\\+B'.*another `separator`"):
        collapse_unary(tree)
    assert expand_unary(collapse_unary(tree, "|"), "|") == tree


def test_labels_that_are_no_text():
    tree = Tree(3, [Tree(2, [Tree(1, word="a")])])
    with pytest.raises(TypeError, match="3 is not a string.*map_labels"):
        collapse_unary(tree)
    assert collapse_unary(tree, None, False) == Tree(3, word="a")
    assert expand_unary(tree) == tree
    with pytest.raises(TypeError, match="None is not a string.*`clean`"):
        collapse_unary(from_brackets("( (S (VP (VB go))))"))


def test_empty_parts_of_a_joint_label():
    with pytest.raises(ValueError, match="'S\\+' has an empty part"):
        expand_unary(from_brackets("(S+ (VB go) (. .))"))


@pytest.mark.parametrize("kind", DEEP_TREES)
def test_deep_trees(kind):
    tree = DEEP_TREES[kind]()
    assert expand_unary(collapse_unary(tree)) == tree


def test_a_long_chain():
    collapsed = collapse_unary(unary_chain(2000), keep_preterminals=False)
    assert collapsed.is_leaf
    assert len(collapsed.label.split("+")) == 2001
