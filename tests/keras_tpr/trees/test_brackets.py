import pytest
from hypothesis import given
from hypothesis import strategies as st
from tree_strategies import (
    DEEP_TREES,
    WORDS,
    constituency_trees,
    dependency_trees,
)

from keras_tpr.trees import (
    Tree,
    TreeFormatError,
    from_brackets,
    from_parents,
    to_brackets,
)

BLANKS = " \t\n\r\f\v"


@given(constituency_trees())
def test_writing_and_reading_gives_the_tree(tree):
    assert from_brackets(to_brackets(tree)) == tree


@given(dependency_trees(projective=True))
def test_writing_and_reading_gives_the_dependency_tree(tree):
    assert from_brackets(to_brackets(tree), dependencies=True) == tree


@given(
    constituency_trees(words=st.text(alphabet="a([{}])/*\u00a0", min_size=1))
)
def test_escapes_are_undone(tree):
    for escape in (False, True):
        text = to_brackets(tree, escape=escape)
        assert from_brackets(text, unescape=True) == tree


@given(constituency_trees(), st.data())
def test_any_blanks_may_surround_brackets(tree, data):
    blanks = st.text(BLANKS, max_size=2)
    text = to_brackets(tree)
    for bracket in "()":
        text = text.replace(
            bracket, data.draw(blanks) + bracket + data.draw(blanks)
        )
    assert from_brackets(text) == tree


@given(WORDS.filter(lambda word: len(word) > 1))
def test_other_blanks_than_those_of_ascii_are_part_of_a_word(word):
    word = f"8{word[0]}\u00a0\u2028\x85\x1c1"
    assert from_brackets(f"(2 {word})").words() == [word]
    assert to_brackets(Tree("2", word=word)) == f"(2 {word})"


def test_a_file_is_written_as_it_was():
    text = r"(S (-LRB- -LRB-) (CD 1\/2) (SYM *) (NN a/b) (-RRB- -RRB-))"
    assert to_brackets(from_brackets(text)) == text


def test_escapes_of_the_penn_treebank():
    tree = from_brackets(r"(S (-LRB- -LCB-) (CD 1\/2))", unescape=True)
    assert tree.words() == ["{", "1/2"]
    assert tree.tags() == ["-LRB-", "CD"]
    assert to_brackets(tree) == "(S (-LRB- {) (CD 1/2))"
    assert to_brackets(tree, escape=True) == r"(S (-LRB- -LCB-) (CD 1\/2))"


def test_brackets_are_always_escaped():
    tree = Tree("(", [Tree("NN", word=":-)")])
    assert to_brackets(tree) == "(-LRB- (NN :--RRB-))"


def test_an_unlabelled_bracket():
    tree = from_brackets("( (S (VB go)) )")
    assert tree == Tree(None, [Tree("S", [Tree("VB", word="go")])])
    assert to_brackets(tree) == "( (S (VB go)))"


def test_a_label_behind_a_blank():
    assert from_brackets("( S ( VB go ) )") == from_brackets("(S (VB go))")


def test_numbers_are_written_as_labels():
    assert to_brackets(Tree(3, [Tree(-1, word="a")])) == "(3 (-1 a))"


def test_a_head_stands_among_its_dependents():
    tree = from_parents([2, 0, 2], ["dogs", "chase", "cats"], ["s", "r", "o"])
    assert to_brackets(tree) == "(r (s dogs) chase (o cats))"


def test_a_dependency_tree_in_preorder_has_no_positions():
    tree = from_brackets("(r chase (o cats))", dependencies=True)
    assert tree == Tree("r", [Tree("o", word="cats")], "chase")


def test_branches_that_cross_are_refused():
    tree = from_parents([0, 4, 1, 1], ["a", "b", "c", "d"], list("rstu"))
    with pytest.raises(ValueError, match="branches that cross.*to_parents"):
        to_brackets(tree)


@pytest.mark.parametrize(
    "tree, message",
    [
        (Tree("NN", word="a b"), "word in brackets.*'a b'.*tree.map_words"),
        (Tree("NN", word=""), "word in brackets must not be empty.*''"),
        (Tree("N N", word="a"), "label in brackets.*'N N'.*tree.map_labels"),
        (Tree("", word="a"), "label in brackets must not be empty"),
        (Tree(None, word="a"), "word 'a' has no label.*tree.map_labels"),
    ],
)
def test_what_brackets_cannot_hold_is_refused(tree, message):
    with pytest.raises(ValueError, match=message):
        to_brackets(Tree("S", [tree]))


def test_not_one_tree():
    with pytest.raises(TreeFormatError, match="no tree in ' '"):
        from_brackets(" ")
    with pytest.raises(TreeFormatError, match="more than one.*`read_trees`"):
        from_brackets("(A a) (B b)")
    with pytest.raises(TypeError, match="must be a string.*list.*read_trees"):
        from_brackets(["(A a)"])


@pytest.mark.parametrize("kind", DEEP_TREES)
def test_deep_trees(kind):
    tree = DEEP_TREES[kind]().map_labels(lambda label: label or "x")
    text = to_brackets(tree)
    assert from_brackets(text, dependencies=True) == tree
