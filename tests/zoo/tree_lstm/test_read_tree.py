import nltk
import pytest

from keras_tpr.trees import Tree, from_brackets, to_brackets, to_parents
from zoo.tree_lstm.read_tree import read_tree

TEXT = "(3 (2 a) (4 gem))"
HEADS = {"tokens": ["dogs", "chase", "cats"], "heads": [2, 0, 2]}


@pytest.mark.parametrize(
    "value",
    [
        TEXT,
        TEXT.encode(),
        f"  {TEXT}\n",
        f"\ufeff{TEXT}",
        from_brackets(TEXT),
        nltk.Tree.fromstring(TEXT),
    ],
    ids=["text", "bytes", "blanks", "mark", "tree", "nltk"],
)
def test_forms(value):
    assert read_tree(value) == from_brackets(TEXT)


def test_heads():
    tree = read_tree({**HEADS, "labels": ["x", 1, None]}, "dependency")
    assert to_parents(tree) == ([2, 0, 2], HEADS["tokens"], ["x", 1, None])


def test_dependencies_in_brackets():
    tree = read_tree("(root (nsubj dogs) bark)", "dependency")
    assert (tree.word, tree.words()) == ("bark", ["dogs", "bark"])


def test_unary_nodes_are_joined_under_the_upper_label():
    tree = read_tree("(4 (3 (0 (2 a) (1 gem))))")
    assert to_brackets(tree) == "(4 (2 a) (1 gem))"
    assert to_brackets(read_tree("(4 (3 (2 a)))")) == "(4 a)"


def test_escaped_words():
    assert read_tree("(2 (2 -LRB-) (2 1\\/2))").words() == ["(", "1/2"]


def test_text_needs_a_structure():
    with pytest.raises(ValueError, match="`structure=` one of") as error:
        read_tree("a gem")
    assert "bracketed tree such as" in str(error.value)
    assert read_tree("a gem", structure="balanced").words() == ["a", "gem"]
    assert read_tree(["a gem", "!"], structure="balanced").size == 3


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("It isn't great.", "It is n't great ."),
        ("a bore , but not good", "a bore , but not good"),
        ("(It is a good film)", "( It is a good film )"),
        ("(sigh)", "( sigh )"),
        ("(Good film)", "( Good film )"),
        (TEXT, "a gem"),
        (" (-1 gem)\n", "gem"),
    ],
)
def test_texts_beside_trees(text, words):
    tree = read_tree(text, structure="balanced")
    assert tree.words() == words.split()
    assert read_tree(words.split(), structure="balanced").words() == (
        words.split()
    )


@pytest.mark.parametrize(
    ("value", "kind", "message"),
    [
        ("(3 (2 a) (4 gem)", "constituency", "brackets are still open"),
        ("(3 (2 a) 4 gem))", "constituency", "has two words"),
        ("", "constituency", "is empty"),
        (" \t", "constituency", "is empty"),
        ([], "constituency", "is empty"),
        (Tree(2, word=" "), "constituency", "which is blank"),
        (Tree(2, word=""), "constituency", "which is blank"),
        (HEADS, "constituency", 'make one with `kind="dependency"`'),
        (
            "(root (nsubj dogs) bark)",
            "constituency",
            'make the model with `kind="dependency"`',
        ),
        (TEXT, "dependency", 'make the model with `kind="constituency"`'),
        ({"tokens": ["a"]}, "dependency", "`tokens` and `heads`"),
        ({"tokens": [], "heads": []}, "dependency", "`tokens` is empty"),
        ({**HEADS, "heads": [2, 3, 2]}, "dependency", "`heads` must have 0"),
        ({**HEADS, "heads": [2, 0]}, "dependency", "each of the 3 `tokens`"),
    ],
)
def test_malformed(value, kind, message):
    with pytest.raises(ValueError, match=message):
        read_tree(value, kind)


@pytest.mark.parametrize("value", [3, None, {2}, ["a", 1]])
def test_other_types(value):
    with pytest.raises(TypeError, match="A tree is|A sentence is"):
        read_tree(value, structure="balanced")
