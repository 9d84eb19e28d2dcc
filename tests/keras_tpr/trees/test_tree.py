import copy
import pickle

import pytest
from hypothesis import given
from tree_strategies import (
    DEEP_TREES,
    constituency_trees,
    dependency_trees,
    left_branching,
    right_branching,
    unary_chain,
)

from keras_tpr.trees import Tree, from_brackets

ANY_TREE = constituency_trees() | dependency_trees()
TEXT = "(S (NP (DT a) (JJ big) (NN dog)) (VP (VBZ barks)))"


@pytest.fixture
def tree():
    return from_brackets(TEXT)


@pytest.fixture
def dependency_tree():
    """Positions as in "a dog barks", with the words in another order."""
    dog = Tree("nsubj", [Tree("det", word="a", position=0)], "dog", 1)
    return Tree("root", [dog], "barks", 2)


def test_parts_of_a_node():
    child = Tree("NN", word="dog")
    tree = Tree("NP", [child])
    assert (tree.label, tree.children, tree.word) == ("NP", (child,), None)
    assert (child.children, child.word, child.position) == ((), "dog", None)
    assert child.is_leaf and not tree.is_leaf


def test_children_may_come_from_any_iterable():
    tree = Tree("NP", (Tree("NN", word=word) for word in "ab"))
    assert isinstance(tree.children, tuple)
    assert tree.words() == ["a", "b"]


@pytest.mark.parametrize(
    "arguments, error, message",
    [
        (("NP",), ValueError, "needs `children` or a `word`.*'NP'"),
        (("NP", ["dog"]), TypeError, "`children` must be trees.*'dog'"),
        (("NP", (), 3), TypeError, "`word` must be a string.*3"),
        (("NP", (), "a", -1), ValueError, "must not be negative.*-1"),
        (("NP", (), "a", 0.5), TypeError, "must be an integer.*0.5"),
        (("NP", [Tree("A", word="a")], None, 1), ValueError, "Give `word`"),
    ],
)
def test_malformed_nodes_are_refused(arguments, error, message):
    with pytest.raises(error, match=message):
        Tree(*arguments)


def test_a_tree_cannot_be_changed(tree):
    with pytest.raises(AttributeError, match=r"tree.replace\(label=...\)"):
        tree.label = "X"
    with pytest.raises(AttributeError, match="`word` was deleted"):
        del tree.word
    with pytest.raises(AttributeError):
        tree.color = "red"


def test_nodes_in_both_orders(tree):
    preorder = [node.label for node in tree.preorder()]
    assert preorder == ["S", "NP", "DT", "JJ", "NN", "VP", "VBZ"]
    postorder = [node.label for node in tree.postorder()]
    assert postorder == ["DT", "JJ", "NN", "NP", "VBZ", "VP", "S"]


def test_words_of_a_constituency_tree(tree):
    assert tree.words() == ["a", "big", "dog", "barks"]
    assert tree.tags() == ["DT", "JJ", "NN", "VBZ"]
    assert tree.leaves() == tree.word_nodes()
    assert tree.leaves()[2] == Tree("NN", word="dog")


def test_words_of_a_dependency_tree(dependency_tree):
    assert dependency_tree.words() == ["a", "dog", "barks"]
    assert dependency_tree.tags() == ["det", "nsubj", "root"]
    assert [leaf.word for leaf in dependency_tree.leaves()] == ["a"]


def test_words_without_positions_come_in_preorder():
    tree = Tree("root", [Tree("obj", word="dogs")], "walk")
    assert tree.words() == ["walk", "dogs"]


@pytest.mark.parametrize("position", [None, 2])
def test_positions_that_give_no_order_are_refused(dependency_tree, position):
    odd = Tree("S", [dependency_tree, Tree("X", (), "x", position)])
    with pytest.raises(ValueError, match="`position` of its own.*'barks', 2"):
        odd.words()


def test_size_and_height(tree):
    assert (tree.size, tree.height) == (7, 2)
    leaf = Tree("NN", word="dog")
    assert (leaf.size, leaf.height) == (1, 0)


def test_fold_sees_children_first(tree):
    text = tree.fold(lambda node, values: f"{node.label}[{','.join(values)}]")
    assert text == "S[NP[DT[],JJ[],NN[]],VP[VBZ[]]]"


def test_maps_keep_the_shape(tree, dependency_tree):
    mapped = tree.map_labels(str.lower).map_words(str.upper)
    assert mapped == from_brackets(
        "(s (np (dt A) (jj BIG) (nn DOG)) (vp (vbz BARKS)))"
    )
    mapped = dependency_tree.map_labels(len).map_words(str.upper)
    assert mapped.words() == ["A", "DOG", "BARKS"]
    assert mapped.tags() == [3, 5, 4]


def test_replace(dependency_tree):
    replaced = dependency_tree.replace(label="top")
    assert replaced.label == "top"
    assert replaced.replace(label="root") == dependency_tree
    with pytest.raises(TypeError):
        dependency_tree.replace(lable="x")


@pytest.mark.parametrize(
    "other",
    [
        "(S (NP (DT a) (JJ big) (NN dog)) (VP (VBZ bark)))",
        "(S (NP (DT a) (JJ big) (NN dog)) (VP (VBP barks)))",
        "(S (NP (DT a) (JJ big)) (NN dog) (VP (VBZ barks)))",
        "(S (NP (DT a) (JJ big) (NN dog)))",
        "(S (NP (DT a) (JJ big) (NN dog)) (VP (VBZ barks)) (. .))",
        "(S (DT a))",
    ],
)
def test_trees_differ_by_value(tree, other):
    other = from_brackets(other)
    assert tree != other and other != tree
    assert hash(tree) != hash(other)


def test_positions_are_part_of_the_value():
    trees = {Tree("N", (), "w", position) for position in (None, 0, 1)}
    assert len(trees) == 3


def test_a_tree_equals_nothing_else(tree):
    assert tree != TEXT
    assert tree != ("S", tree.children, None)


@given(ANY_TREE)
def test_copies_are_equal(tree):
    for other in (
        pickle.loads(pickle.dumps(tree)),
        copy.copy(tree),
        copy.deepcopy(tree),
        eval(repr(tree), {"Tree": Tree}),
        tree.map_labels(lambda label: label),
        tree.fold(lambda node, children: node.replace(children=children)),
    ):
        assert other == tree
        assert hash(other) == hash(tree)


@given(ANY_TREE, ANY_TREE)
def test_equality_is_that_of_the_representations(left, right):
    assert (left == right) == (repr(left) == repr(right))


@given(ANY_TREE)
def test_orders_hold_the_same_nodes(tree):
    preorder, postorder = list(tree.preorder()), list(tree.postorder())
    assert preorder[0] is tree and postorder[-1] is tree
    assert sorted(map(id, preorder)) == sorted(map(id, postorder))
    assert (
        tree.size
        == len(preorder)
        == 1 + sum(child.size for child in tree.children)
    )


@pytest.mark.parametrize("kind", DEEP_TREES)
def test_deep_trees(kind):
    tree, same = DEEP_TREES[kind](), DEEP_TREES[kind]()
    assert tree == same and hash(tree) == hash(same)
    assert pickle.loads(pickle.dumps(tree)) == tree
    assert copy.deepcopy(tree) == tree
    assert tree != tree.map_words(lambda word: word + "x")
    assert repr(tree).count("Tree(") == tree.size
    assert len(tree.leaves()) + sum(
        not node.is_leaf for node in tree.postorder()
    ) == len(list(tree.preorder()))


def test_measures_of_deep_trees():
    for tree in (right_branching(3000), left_branching(3000)):
        assert (tree.size, tree.height) == (5999, 2999)
        assert tree.words() == [f"w{i}" for i in range(3000)]
    assert unary_chain(2000).height == 2000
