import nltk
import pytest
from hypothesis import given
from tree_strategies import (
    constituency_trees,
    left_branching,
    right_branching,
    unary_chain,
)

from keras_tpr.trees import (
    Tree,
    TreeFormatError,
    from_brackets,
    from_nltk,
    from_parents,
    read_trees,
    to_nltk,
)


@given(constituency_trees())
def test_there_and_back_gives_the_tree(tree):
    assert from_nltk(to_nltk(tree)) == tree


def test_both_read_brackets_alike():
    text = "( (S (NP-SBJ (DT a) (NN dog)) (VP (VBZ barks)) (. .)))"
    assert to_nltk(from_brackets(text)) == nltk.Tree.fromstring(text)
    assert from_nltk(nltk.Tree.fromstring(text)) == from_brackets(text)


def test_both_read_the_penn_treebank_alike(treebank_sample):
    for text in treebank_sample[:10]:
        for tree in read_trees(text):
            parsed = nltk.Tree.fromstring(str(to_nltk(tree)))
            assert from_nltk(parsed) == tree


def test_subclasses_and_labels_that_are_numbers():
    parented = nltk.ParentedTree.fromstring("(3 (2 a) (4 gem))", read_node=int)
    assert from_nltk(parented) == Tree(
        3, [Tree(2, word="a"), Tree(4, word="gem")]
    )


def test_chunks_have_pairs_as_leaves():
    chunked = nltk.Tree(
        "S", [nltk.Tree("NP", [("a", "DT"), ("dog", "NN")]), ("barks", "VBZ")]
    )
    expected = "(S (NP (DT a) (NN dog)) (VBZ barks))"
    assert from_nltk(chunked) == from_brackets(expected)


@pytest.mark.parametrize(
    "children, error, message",
    [
        (["a", "dog"], TreeFormatError, r"\['a', 'dog'\] in the node 'NP'"),
        (["a", nltk.Tree("NN", ["dog"])], TreeFormatError, "1 children and"),
        ([], TreeFormatError, "0 children"),
        ([3], TypeError, "strings or pairs.*3 in the node 'NP'"),
        ([("a", 3)], TypeError, r"a word and its part of speech.*\('a', 3\)"),
    ],
)
def test_nodes_that_are_refused(children, error, message):
    with pytest.raises(error, match=message):
        from_nltk(nltk.Tree("NP", children))


def test_something_else_is_refused():
    with pytest.raises(TypeError, match="nltk.Tree. Received str.*brackets"):
        from_nltk("(NN dog)")


def test_dependency_trees_have_no_place():
    tree = from_parents([2, 0], ["dogs", "bark"], ["nsubj", "root"])
    with pytest.raises(ValueError, match="leaves only.*'dogs'.*to_parents"):
        to_nltk(tree)
    with pytest.raises(ValueError, match="leaves only.*'bark'"):
        to_nltk(Tree("root", [Tree("nsubj", word="dogs")], "bark"))


@pytest.mark.parametrize("make", [right_branching, left_branching, unary_chain])
def test_deep_trees(make):
    tree = make()
    assert from_nltk(to_nltk(tree)) == tree
