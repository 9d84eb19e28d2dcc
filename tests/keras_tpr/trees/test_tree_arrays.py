"""One tree as arrays."""

import numpy as np
import pytest

from keras_tpr.trees import Tree, from_brackets, from_parents, tree_arrays

TREE = from_brackets("(3 (2 a) (4 (2 very) (3 good)))")
IDS = {"a": 5, "very": 7, "good": 9}


def test_by_hand():
    arrays = tree_arrays(TREE, word_ids=IDS)
    assert arrays.children.tolist() == [
        [-1, -1], [-1, -1], [-1, -1], [1, 2], [0, 3],
    ]  # fmt: skip
    assert arrays.labels.tolist() == [2, 2, 3, 4, 3]
    assert arrays.token_ids.tolist() == [5, 7, 9, 0, 0]
    assert {x.dtype for x in arrays} == {np.dtype("int32")}
    assert tree_arrays(TREE).token_ids is None


def test_words_of_nodes_with_children():
    tree = from_parents([2, 0, 2], ["dogs", "chase", "cats"])
    ids = {"dogs": 1, "chase": 2, "cats": 3}
    arrays = tree_arrays(tree, word_ids=ids)
    assert arrays.token_ids.tolist() == [1, 3, 2]
    assert arrays.children.tolist() == [[-1, -1], [-1, -1], [0, 1]]
    assert arrays.labels.tolist() == [-1, -1, -1]


def test_a_function_gives_ids():
    arrays = tree_arrays(TREE, word_ids=lambda word: IDS.get(word[:4], 1))
    assert arrays.token_ids.tolist() == [5, 7, 9, 0, 0]
    arrays = tree_arrays(TREE, word_ids=lambda word: 1)
    assert arrays.token_ids.tolist() == [1, 1, 1, 0, 0]


def test_slots():
    wide = Tree("S", [Tree("X", word=w) for w in "abc"])
    assert tree_arrays(wide).children[-1].tolist() == [0, 1, 2]
    assert tree_arrays(wide, arity=5).children[-1].tolist() == [
        0, 1, 2, -1, -1,
    ]  # fmt: skip
    assert tree_arrays(Tree("X", word="a")).children.tolist() == [[-1]]


def test_an_empty_tree():
    arrays = tree_arrays(None, arity=2, word_ids=IDS)
    assert arrays.children.shape == (0, 2)
    assert arrays.labels.shape == arrays.token_ids.shape == (0,)
    assert tree_arrays(None).children.shape == (0, 1)


@pytest.mark.parametrize(
    "label, expected",
    [("0", 0), (4, 4), (np.int64(3), 3), (None, -1), ("NP", -1), (2.5, -1)],
)
def test_labels_that_are_classes(label, expected):
    assert tree_arrays(Tree(label, word="a")).labels.tolist() == [expected]


def test_named_classes():
    tree = from_brackets("(S (NP dogs) (VP (V bark) (ADV loudly)))")
    arrays = tree_arrays(tree, class_names=["S", "NP", "VP"])
    assert arrays.labels.tolist() == [1, -1, -1, 2, 0]
    signed = Tree("-2", [Tree("2", word="a"), Tree("0", word="b")])
    names = ["-2", "-1", "0", "1", "2"]
    assert tree_arrays(signed, class_names=names).labels.tolist() == [4, 2, 0]


def test_errors():
    wide = Tree("S", [Tree("X", word=w) for w in "abc"])
    with pytest.raises(ValueError, match="'S' has 3.*arity=2.*binarize.*a b c"):
        tree_arrays(wide, arity=2)
    unary = Tree("S", [Tree("X", word="a")])
    with pytest.raises(ValueError, match="'S' has one.*collapse_unary.*'a'"):
        tree_arrays(unary, arity=2)
    assert len(tree_arrays(unary, arity=2, allow_unary=True).labels) == 2
    # Only in binary trees is one child a mistake.
    assert len(tree_arrays(unary, arity=3).labels) == 2
    assert len(tree_arrays(unary).labels) == 2
    with pytest.raises(ValueError, match="'-1'.*class_names"):
        tree_arrays(Tree("-1", word="a"))
    with pytest.raises(ValueError, match="`word_ids`.*'very'"):
        tree_arrays(TREE, word_ids={"a": 1})
