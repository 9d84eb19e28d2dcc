import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tree_strategies import constituency_trees

from keras_tpr.trees import TreeFormatError, read_trees, to_brackets


def read(text, **options):
    return [to_brackets(tree) for tree in read_trees(text, **options)]


@given(st.lists(constituency_trees(), max_size=5), st.sampled_from(" \n"))
def test_trees_on_lines_or_on_one_line(trees, separator):
    text = separator.join(map(to_brackets, trees))
    assert list(read_trees(text)) == trees
    assert list(read_trees(text.split("\n"))) == trees


def test_a_tree_over_several_lines():
    lines = [
        "(S (NP\n",
        "  (DT\n",
        "   a) (NN dog)\n",
        ")\n",
        "\n",
        ")(X\n",
        "x)",
    ]
    assert read(lines) == ["(S (NP (DT a) (NN dog)))", "(X x)"]


def test_a_label_on_a_line_of_its_own():
    assert read("(\nS\n(\nVB\ngo\n)\n)") == ["(S (VB go))"]


def test_windows_line_ends_and_empty_lines():
    assert read("(A a)\r\n\r\n(B b)\r\n") == ["(A a)", "(B b)"]


def test_nothing():
    assert read("") == read([]) == read("\n \n") == []


def test_trees_are_read_when_asked_for():
    endless = ("(A a)\n" for _ in itertools.count())
    assert len(list(itertools.islice(read_trees(endless), 3))) == 3


def test_a_tree_is_there_before_the_error_behind_it():
    trees = read_trees("(A a)\n(B")
    assert next(trees).label == "A"
    with pytest.raises(TreeFormatError):
        next(trees)


@pytest.mark.parametrize(
    "text, line, tree, problem",
    [
        ("(A a)\n(B b))", 2, 3, "closes that was not opened. At character 6"),
        ("(A a) b", 1, 2, "'b' is outside of all brackets. At character 7"),
        ("\n(S (A a)\n(B b b))", 3, 1, "two words, 'b' and 'b'.*blanks"),
        ("(A a)\n()", 2, 2, r"node \(\) has neither"),
        ("(S (A))", 1, 1, r"node \(A\) has neither.*'\(S \(A\)\)'"),
        ("(S a (A a))", 1, 1, "'a' beside children.*dependencies=True"),
        ("(S (A a) a)", 1, 1, "'a' beside children.*dependencies=True"),
        ("(A a)\n(S (A a)\n(B b)\n\n", 2, 2, "1 brackets are still open.*5"),
        ("(A a)\n(S\n(X", 2, 2, r"2 brackets.*in line 3. It begins: '\(S'"),
    ],
)
def test_errors_say_where_and_what(text, line, tree, problem):
    with pytest.raises(TreeFormatError, match=problem) as caught:
        list(read_trees(text))
    assert (caught.value.line, caught.value.tree) == (line, tree)
    assert str(caught.value).startswith(f"Line {line}, tree {tree}: ")


def test_errors_show_the_text_around():
    text = f"(S {'(A a) ' * 50}(B b b) {'(C c) ' * 50})"
    with pytest.raises(TreeFormatError) as caught:
        list(read_trees(text))
    assert "(A a) (B b b) (C c)" in str(caught.value)
    assert len(str(caught.value)) < 300


def test_lines_that_are_no_text_are_refused():
    with pytest.raises(TypeError, match="strings.*bytes.*open files as text"):
        list(read_trees([b"(A a)"]))


def test_escapes_in_labels_stay():
    text = "(S (-LRB- -LRB-))"
    (tree,) = read_trees(text, unescape=True)
    assert (tree.tags(), tree.words()) == (["-LRB-"], ["("])
    assert read(text) == [text]


# Published numbers of trees and of labelled nodes.
@pytest.mark.parametrize(
    "split, num_trees, num_nodes",
    [
        ("train", 8544, 318582),
        ("dev", 1101, 41447),
        ("test", 2210, 82600),
    ],
)
def test_the_sentiment_treebank(data_lines, split, num_trees, num_nodes):
    lines = data_lines(f"sst/trees/{split}.txt.gz")
    trees = list(read_trees(lines))
    assert len(trees) == num_trees
    assert sum(tree.size for tree in trees) == num_nodes
    assert max(tree.height for tree in trees) <= 29
    for tree, line in zip(trees, lines, strict=True):
        assert to_brackets(tree) == line.rstrip("\n")


@pytest.mark.parametrize(
    "split, num_trees",
    [
        pytest.param("train", 10224, marks=pytest.mark.slow),
        ("dev", 1575),
        ("test", 1464),
        ("test2", 1334),
    ],
)
def test_gum(data_lines, split, num_trees):
    lines = data_lines(f"gum/{split}.ptb.gz")
    trees = list(read_trees(lines))
    assert len(trees) == num_trees
    for tree, line in zip(trees, lines, strict=True):
        assert to_brackets(tree) == line.rstrip("\n")


def test_the_penn_treebank_sample(treebank_sample):
    trees = [tree for text in treebank_sample for tree in read_trees(text)]
    assert len(trees) == 3914
    assert {tree.label for tree in trees} == {None}
    text = "\n".join(map(to_brackets, trees))
    assert list(read_trees(text)) == trees


@pytest.mark.parametrize(
    "name, num_trees",
    [("sample.gld", 24), ("sample.tst", 25), ("bug.gld", 5), ("bug.tst", 5)],
)
def test_samples_of_evalb(data_file, name, num_trees):
    text = data_file(f"evalb/{name}").read_text(encoding="ascii")
    assert len(list(read_trees(text))) == num_trees


def test_a_byte_order_mark_is_skipped():
    (tree,) = read_trees("\ufeff(3 gem)")
    assert (tree.label, tree.word) == ("3", "gem")
