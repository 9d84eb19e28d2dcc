import itertools

import pytest
from hypothesis import given
from tree_strategies import DEEP_TREES, constituency_trees, dependency_trees

from keras_tpr.trees import Tree, from_brackets, from_parents
from keras_tpr.trees.tree_layout import lay_out


def label_length(node):
    return 1.0 + len(node.label)


def word_length(node):
    return 1.0 + len(node.word)


def places(tree):
    return lay_out(tree, label_length, word_length)


def test_numbers_by_hand():
    layout = places(from_brackets("(S (NP (DT a) (NN dog)) (VBZ barks))"))
    labels = [node.label for node in layout.nodes]
    assert labels == ["S", "NP", "DT", "NN", "VBZ"]
    assert layout.parents == [None, 0, 1, 1, 0]
    assert layout.depths == [0, 1, 2, 2, 1]
    assert layout.words == [2, 3, 4]
    # The parts of the words: 3 for DT, 4 for dog, 6 for barks.
    assert layout.length == 13
    assert layout.word_centers == [1.5, 5, 10]
    assert layout.centers == [6.5, 3.5, 1.5, 5, 10]
    assert layout.spans == [(0, 2), (0, 1), (0, 0), (1, 1), (2, 2)]


def test_a_long_label_widens_all_words_below():
    tree = Tree("S" * 9, [Tree("A", word="a"), Tree("B", word="bb")])
    layout = places(tree)
    # Without it: 2 and 3.
    assert layout.length == 10
    assert layout.word_centers == [2.25, 7.25]


def test_heads_are_above_their_words():
    tree = from_parents([2, 0, 2], ["a", "b", "c"], ["x", "y", "z"])
    layout = places(tree)
    assert layout.nodes[0].word == "b"
    assert layout.centers == [3, 1, 5]
    assert layout.spans == [(0, 2), (0, 0), (2, 2)]


@given(constituency_trees())
def test_nothing_overlaps(tree):
    layout = places(tree)
    boxes = {}
    for node, center, depth in zip(
        layout.nodes, layout.centers, layout.depths, strict=True
    ):
        half = label_length(node) / 2
        boxes.setdefault(depth, []).append((center - half, center + half))
    boxes["words"] = [
        (center - word_length(node) / 2, center + word_length(node) / 2)
        for center, node in zip(
            layout.word_centers, tree.word_nodes(), strict=True
        )
    ]
    for row in boxes.values():
        assert row[0][0] >= -1e-9 and row[-1][1] <= layout.length + 1e-9
        for (_, end), (start, _) in itertools.pairwise(row):
            assert end <= start + 1e-9


@given(dependency_trees())
def test_words_stand_in_the_order_of_the_sentence(tree):
    layout = places(tree)
    words = [layout.nodes[place].word for place in layout.words]
    assert words == tree.words()
    assert layout.word_centers == sorted(layout.word_centers)
    for place, center in zip(layout.words, layout.word_centers, strict=True):
        assert layout.centers[place] == center


@pytest.mark.parametrize("kind", DEEP_TREES)
def test_deep_trees(kind):
    tree = DEEP_TREES[kind]().map_labels(str)
    assert len(places(tree).nodes) == tree.size
