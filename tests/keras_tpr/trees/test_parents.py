import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tree_strategies import (
    DEEP_TREES,
    constituency_trees,
    dependency_parents,
    dependency_trees,
)

from keras_tpr.trees import (
    Tree,
    TreeFormatError,
    from_brackets,
    from_parents,
    read_trees,
    to_parents,
)


@given(constituency_trees() | dependency_trees())
def test_writing_and_reading_gives_the_tree(tree):
    assert from_parents(*to_parents(tree)) == tree


@given(dependency_parents())
def test_reading_and_writing_gives_the_heads(parents):
    words = [f"w{i}" for i in range(len(parents))]
    labels = [f"r{i}" for i in range(len(parents))]
    tree = from_parents(parents, words, labels)
    assert to_parents(tree) == (parents, words, labels)


@given(constituency_trees(), st.randoms(use_true_random=False))
def test_the_order_of_inner_nodes_does_not_matter(tree, random):
    parents, words, labels = to_parents(tree)
    inner = list(range(len(words), len(parents)))
    order = list(range(len(words))) + random.sample(inner, len(inner))
    number = {old + 1: new for new, old in enumerate(order, start=1)}
    shuffled = [number.get(parents[old], 0) for old in order]
    # Unless a chain of single children makes the order of two unknown.
    same = from_parents(shuffled, words, [labels[old] for old in order])
    assert same == tree


@given(dependency_trees())
def test_children_are_in_the_order_of_their_first_word(tree):
    words = tree.words()
    place = {id(node): i for i, node in enumerate(tree.word_nodes())}
    for node in tree.preorder():
        firsts = [
            min(place[id(below)] for below in child.preorder())
            for child in node.children
        ]
        assert firsts == sorted(firsts)
    assert len(words) == tree.size


def test_a_dependency_tree():
    words = ["the", "dog", "barks", "loudly"]
    tree = from_parents([2, 3, 0, 3], words, ["det", "nsubj", "root", "adv"])
    dog = Tree("nsubj", [Tree("det", (), "the", 0)], "dog", 1)
    loudly = Tree("adv", (), "loudly", 3)
    assert tree == Tree("root", [dog, loudly], "barks", 2)
    assert tree.words() == words


def test_a_constituency_tree():
    # Children precede their parents here, but inner nodes are out of order.
    tree = from_parents([5, 5, 4, 0, 4], ["a", "dog", "barks"], "DNVSP")
    assert tree == from_brackets("(S (P (D a) (N dog)) (V barks))")


def test_numbers_as_arrays_and_no_labels():
    tree = from_parents(np.array([0, 1, 1]), np.array(["a", "b", "c"]))
    assert tree == Tree(None, [Tree(None, (), w) for w in "bc"], "a")


def test_nodes_that_are_not_in_the_tree():
    # Without its comma the sentence is in preorder.
    tree = from_parents([0, -1, 1, 3], ["go", ",", "see", "it"], "rpcd")
    assert tree.words() == ["go", "see", "it"]
    assert tree.tags() == ["r", "c", "d"]
    tree = from_parents([3, -1, 0], ["so", ",", "go"], "apr")
    assert [node.position for node in tree.preorder()] == [1, 0]


def test_a_single_word():
    assert from_parents([0], ["go"], ["VB"]) == Tree("VB", word="go")
    assert to_parents(Tree("VB", word="go")) == ([0], ["go"], ["VB"])


def test_one_object_may_be_several_nodes():
    leaf = Tree("A", word="a")
    pointers = to_parents(Tree("S", [leaf, leaf]))
    assert pointers == ([3, 3, 0], ["a", "a"], ["A", "A", "S"])


@pytest.mark.parametrize(
    "parents, words, message",
    [
        ([2, 1, 0], "abc", "cycle, from node to parent: 1 -> 2 -> 1"),
        ([2, 3, 4, 2, 0], "abcde", "cycle.*2 -> 3 -> 4 -> 2"),
        ([1, 0], "ab", "cycle.*1 -> 1"),
        ([0, 0, 1], "abc", r"one root.*Found the nodes \[1, 2\] among 3"),
        ([2, 3, 1], "abc", "one root.*Found none among 3"),
        ([0, 4], "ab", "Node 2 has the parent 4. Among 2 nodes"),
        ([0, -2], "ab", "Node 2 has the parent -2"),
        ([0, 3, -1], "abc", "Node 2 has the parent 3, which is not in the"),
        ([4, 4, 4, 0], "ab", "Node 3 has neither.*2 `words`"),
        ([0, 1], "abc", "`words`.*at most 2.*Received 3"),
        ([0, 1], "", "`words`.*Received 0"),
        ([], "", "`parents` is empty"),
    ],
)
def test_numbers_that_make_no_tree(parents, words, message):
    with pytest.raises(TreeFormatError, match=message):
        from_parents(parents, list(words))


def test_labels_must_be_as_many_as_nodes():
    with pytest.raises(TreeFormatError, match="`labels`.*2 nodes.*Received 1"):
        from_parents([0, 1], ["a", "b"], ["x"])


def test_text_is_no_list_of_integers():
    with pytest.raises(TypeError, match="integers. Received '2'.*converted"):
        from_parents("2 0", ["a", "b"])


@pytest.mark.parametrize("kind", DEEP_TREES)
def test_deep_trees(kind):
    tree = DEEP_TREES[kind]()
    assert from_parents(*to_parents(tree)) == tree


def test_a_long_cycle_is_found():
    parents = [*range(2, 3001), 1, 0]
    with pytest.raises(TreeFormatError, match="cycle.*1 -> 2 -> 3"):
        from_parents(parents, ["w"] * 3001)


@pytest.mark.parametrize(
    "split", ["dev", pytest.param("test", marks=pytest.mark.slow)]
)
def test_the_sentiment_treebank(data_lines, split):
    """The two distributed forms of the treebank hold the same trees."""
    trees = []
    for parents, words, labels in zip(
        *(
            data_lines(f"sst/treelstm/{split}/{name}.txt.gz")
            for name in ("parents", "sents", "labels")
        ),
        strict=True,
    ):
        labels = [str(int(label) + 2) for label in labels.split(" ")]
        words = words.rstrip("\n").split(" ")
        trees.append(from_parents(map(int, parents.split()), words, labels))
        assert from_parents(*to_parents(trees[-1])) == trees[-1]
    plain = {"-LRB-": "(", "-RRB-": ")"}
    bracketed = read_trees(data_lines(f"sst/trees/{split}.txt.gz"))
    mapped = {
        tree.map_words(lambda word: plain.get(word, word)) for tree in bracketed
    }
    assert set(trees) == mapped


def test_sick(data_file):
    folder = "sick/treelstm/dev"
    lines = {
        name: data_file(f"{folder}/{name}").read_text("utf-8").splitlines()
        for name in ("a.parents", "a.toks", "a.rels")
    }
    assert len(lines["a.toks"]) == 500
    for parents, words, relations in zip(*lines.values(), strict=True):
        parents = [int(parent) for parent in parents.split()]
        words, relations = words.split(" "), relations.split()
        tree = from_parents(parents, words, relations)
        assert to_parents(tree) == (parents, words, relations)
        assert tree.height <= 12
