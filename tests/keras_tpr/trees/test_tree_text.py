import pytest
from hypothesis import given
from tree_strategies import DEEP_TREES, constituency_trees, dependency_trees

from keras_tpr.trees import Tree, from_brackets, tree_text

LAST = "    └── "


def test_a_constituency_tree():
    tree = from_brackets("( (S (NP (DT a) (NN dog)) (VP (VBZ barks)) (. .)))")
    assert tree_text(tree).split("\n") == [
        "·",
        "└── S",
        "    ├── NP",
        "    │   ├── DT a",
        "    │   └── NN dog",
        "    ├── VP",
        "    │   └── VBZ barks",
        "    └── . .",
    ]


def test_a_dependency_tree():
    tree = from_brackets("(root (nsubj dogs) bark)", dependencies=True)
    assert tree_text(tree) == "root bark\n└── nsubj dogs"


def test_one_object_as_several_nodes():
    leaf = Tree(0, word="a")
    text = tree_text(Tree(1, [leaf, leaf]))
    assert text == "1\n├── 0 a\n└── 0 a"


def test_text_of_nodes():
    tree = from_brackets("(3 (2 a) (4 gem))")
    text = tree_text(tree, lambda node: f"{node.label}/4")
    assert text == "3/4\n├── 2/4\n└── 4/4"


@given(constituency_trees() | dependency_trees())
def test_lines_are_nodes_in_preorder(tree):
    numbers = iter(range(tree.size))
    text = tree_text(tree, lambda node: f"{next(numbers)} {len(node.children)}")
    lines = [line.split(" ")[-2:] for line in text.split("\n")]
    assert lines == [
        [str(number), str(len(node.children))]
        for number, node in enumerate(tree.preorder())
    ]


@pytest.mark.parametrize("kind", DEEP_TREES)
def test_deep_trees(kind):
    tree = DEEP_TREES[kind](400)
    assert tree_text(tree).count("\n") == tree.size - 1
    assert tree_text(tree).split("\n")[tree.height].count(" ") >= tree.height


def test_deeper_than_python_may_recurse():
    tree = DEEP_TREES["unary chain"](2000)
    assert tree_text(tree).endswith(LAST + "NN word")
