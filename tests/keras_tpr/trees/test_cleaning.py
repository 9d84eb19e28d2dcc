import collections

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tree_strategies import DEEP_TREES, constituency_trees

from keras_tpr.trees import (
    Tree,
    clean,
    collapse_unary,
    from_brackets,
    read_trees,
    to_brackets,
)


def cleaned(text, **options):
    return to_brackets(clean(from_brackets(text), **options))


def test_traces_and_what_they_leave_empty():
    text = "(S (NP (-NONE- *)) (VP (VB go) (S (NP (-NONE- *T*-1)))) (. .))"
    assert cleaned(text) == "(S (VP (VB go)) (. .))"
    assert cleaned(text, keep_traces=True) == text


def test_nothing_left():
    assert clean(from_brackets("( (S (NP (-NONE- *))))")) is None
    assert clean(from_brackets("(-NONE- *)")) is None


def test_inner_nodes_are_no_traces():
    assert cleaned("(-NONE- (X x) (Y y))") == "(-NONE- (X x) (Y y))"


@pytest.mark.parametrize(
    "label, category",
    [
        ("NP-SBJ", "NP"),
        ("NP-SBJ-1", "NP"),
        ("NP=2", "NP"),
        ("NP-TMP=3", "NP"),
        ("-LRB-", "-LRB-"),
        ("PRP$", "PRP$"),
        ("ADVP|PRT", "ADVP"),
        ("``", "``"),
        (":", ":"),
        ("3", "3"),
    ],
)
def test_labels(label, category):
    assert (
        cleaned(f"(S ({label} (X x)) (Y y))") == f"(S ({category} (X x)) (Y y))"
    )


def test_labels_that_are_no_text_stay():
    tree = Tree(-1, [Tree(None, word="a"), Tree(2, word="b")])
    assert clean(tree) == tree


@pytest.mark.parametrize("label", ["", "TOP", "ROOT", "S1"])
def test_the_outer_bracket(label):
    assert cleaned(f"({label} (S (VB go) (. !)))") == "(S (VB go) (. !))"
    # It stays if it is what holds the words together.
    text = f"({label} (VB go) (. !))"
    assert cleaned(text) == text
    assert cleaned("(S (TOP (VB go)) (. !))") == "(S (TOP (VB go)) (. !))"


def test_an_outer_bracket_that_traces_leave_with_one_child():
    assert cleaned("( (S (VB go)) (-NONE- *))") == "(S (VB go))"
    assert cleaned("(ROOT ( (VB go)))") == "(VB go)"


def test_dependency_trees_keep_their_words():
    tree = from_brackets("(nsubj-x (det a) dog)", dependencies=True)
    assert clean(tree).words() == ["a", "dog"]
    top = Tree("ROOT", [Tree("dep", word="b")], word="a")
    assert clean(top) == top


@given(
    constituency_trees(labels=st.sampled_from(["NP-SBJ-1", "-NONE-", "TOP"]))
)
def test_cleaning_again_changes_nothing(tree):
    once = clean(tree)
    if once is None:
        assert set(tree.tags()) == {"-NONE-"}
    else:
        assert clean(once) == once
        assert once.words() == [
            node.word for node in tree.leaves() if node.label != "-NONE-"
        ]


@pytest.mark.parametrize("kind", DEEP_TREES)
def test_deep_trees(kind):
    tree = DEEP_TREES[kind]()
    assert clean(tree).size == tree.size


def test_the_penn_treebank_sample(treebank_sample):
    """The numbers of labels that are published of the sample."""
    trees = [
        clean(tree) for text in treebank_sample for tree in read_trees(text)
    ]
    tags = collections.Counter(tag for tree in trees for tag in tree.tags())
    assert "-NONE-" not in tags
    phrases, joint = (
        {
            node.label
            for tree in some
            for node in tree.preorder()
            if not node.is_leaf
        }
        for some in (trees, map(collapse_unary, trees))
    )
    assert (len(trees), len(tags), len(phrases), len(joint)) == (
        3914,
        45,
        26,
        59,
    )
