import dataclasses
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tree_strategies import (
    constituency_trees,
    dependency_chain,
    left_branching,
    right_branching,
    unary_chain,
)

from keras_tpr.trees import (
    Rows,
    Tree,
    clean,
    collapse_unary,
    decode_rows,
    encode_rows,
    from_brackets,
    read_trees,
    to_brackets,
)

JOHN = "(S (NNP John) (VP (VBD hit) (NP (DT the) (NN ball))))"


def test_the_example_of_the_paper():
    rows = encode_rows(from_brackets(JOHN))
    assert rows.words == ["John", "hit", "the", "ball"]
    assert rows.pos == ["NNP", "VBD", "DT", "NN"]
    assert rows.bits == [[0, 1, 0, 0], [0, 1, 1, 1], [0, 0, 0, 0]]
    assert rows.labels == [
        [None, None, "NP", "NP"],
        [None, "VP", "VP", "VP"],
        ["S", "S", "S", "S"],
    ]


def test_carried_parts_repeat_their_label():
    rows = encode_rows(from_brackets(JOHN), label_mode="carry")
    assert rows.bits == encode_rows(from_brackets(JOHN)).bits
    assert rows.labels == [
        ["NNP", "VBD", "NP", "NP"],
        ["NNP", "VP", "VP", "VP"],
        ["S", "S", "S", "S"],
    ]


def test_a_unary_node_is_seen_in_its_label_alone():
    plain = encode_rows(from_brackets(JOHN))
    unary = encode_rows(
        from_brackets(JOHN.replace("(NNP John)", "(NP (NNP John))"))
    )
    assert unary.bits == plain.bits
    assert unary.labels[0] == ["NP", None, "NP", "NP"]
    assert unary.labels[1:] == plain.labels[1:]


def test_a_chain_and_its_collapsed_node():
    chain = from_brackets("(S (VP (VB Go)))")
    assert encode_rows(chain).bits == [[0], [0]]
    assert encode_rows(chain).labels == [["VP"], ["S"]]
    collapsed = encode_rows(collapse_unary(chain))
    assert (collapsed.bits, collapsed.labels) == ([[0]], [["S+VP"]])


def test_a_leaf_has_no_row():
    leaf = from_brackets("(NN dog)")
    assert encode_rows(leaf) == Rows(["dog"], ["NN"], [], [])
    assert decode_rows(encode_rows(leaf)) == leaf


def reference_rows(tree):
    """Rows of a tree by their definition, node by node."""
    height = {}
    for node in tree.postorder():
        below = [height[id(child)] for child in node.children]
        height[id(node)] = 1 + max(below, default=0)
    top = height[id(tree)]
    bits, labels = [], []
    for k in range(2, top + 1):
        row_bits, row_labels, stack = [], [], [tree]
        while stack:
            node = stack.pop()
            if height[id(node)] > k:
                stack.extend(reversed(node.children))
                continue
            size = len(node.leaves())
            bit = 1 - row_bits[-1] if row_bits else 0
            row_bits += [bit] * size
            born = height[id(node)] == k
            row_labels += [node.label if born else None] * size
        bits.append(row_bits)
        labels.append(row_labels)
    return bits, labels


@given(constituency_trees())
def test_rows_are_the_highest_nodes_of_a_height(tree):
    rows = encode_rows(tree)
    assert (rows.bits, rows.labels) == reference_rows(tree)


@given(constituency_trees())
def test_null_labels_give_every_tree_back(tree):
    assert decode_rows(encode_rows(tree)) == tree


@given(constituency_trees())
def test_carried_labels_give_collapsed_trees_back(tree):
    tree = collapse_unary(tree)
    if any(
        len(node.children) == 1 and node.children[0].label == node.label
        for node in tree.preorder()
    ):
        with pytest.raises(ValueError, match="takes for one that is carried"):
            encode_rows(tree, label_mode="carry")
    else:
        assert decode_rows(encode_rows(tree, label_mode="carry")) == tree


@st.composite
def any_rows(draw):
    size = draw(st.integers(1, 8))

    def lists(values, count):
        row = st.lists(values, min_size=size, max_size=size)
        return draw(st.lists(row, min_size=count, max_size=count))

    count = draw(st.integers(0, 5))
    label = st.sampled_from([None, "NP", "VP", "NN"])
    (pos,) = lists(st.sampled_from(["NN", "DT"]), 1)
    return Rows(
        [f"w{i}" for i in range(size)],
        pos,
        lists(st.integers(0, 1), count),
        lists(label, count),
        draw(st.sampled_from(["null", "carry"])),
    )


@given(any_rows())
def test_any_rows_make_a_tree_over_all_words(rows):
    tree = decode_rows(rows, root_label="TOP")
    assert tree.words() == rows.words
    assert tree.tags() == rows.pos
    # What was built is written and built again as it is.
    assert decode_rows(encode_rows(tree)) == tree


def test_pieces_that_are_left_are_joined():
    rows = Rows(["a", "b"], ["X", "Y"], [[0, 1]], [["NP", None]])
    assert to_brackets(decode_rows(rows, "FRAG")) == "(FRAG (NP (X a)) (Y b))"
    rows = dataclasses.replace(rows, bits=[[0, 0]], labels=[[None, None]])
    assert to_brackets(decode_rows(rows)) == "(S (X a) (Y b))"


def test_only_the_first_word_of_a_part_is_read():
    rows = Rows(
        ["a", "b", "c"],
        ["X", "Y", "Z"],
        [[0, 0, 1], [1, 0, 1]],
        [["NP", None, None], ["S", "VP", None]],
    )
    assert to_brackets(decode_rows(rows)) == "(S (NP (X a) (Y b)) (Z c))"


@pytest.mark.parametrize("make", [right_branching, left_branching])
def test_deep_trees(make):
    tree = make(1500)
    assert decode_rows(encode_rows(tree)) == tree


@pytest.mark.parametrize("label_mode", ["null", "carry"])
def test_deep_chain(label_mode):
    tree = unary_chain(20000)
    assert decode_rows(encode_rows(tree, label_mode)) == tree


def test_time_is_linear_in_the_size_of_the_rows():
    def seconds(length):
        tree = unary_chain(length)
        begin = time.perf_counter()
        decode_rows(encode_rows(tree))
        return time.perf_counter() - begin

    # Quadratic time would take a hundredfold.
    assert min(seconds(20000) for _ in range(3)) < 40 * min(
        seconds(2000) for _ in range(3)
    )


def test_the_treebank_sample(treebank_sample):
    trees = [
        clean(tree) for text in treebank_sample for tree in read_trees(text)
    ]
    assert len(trees) == 3914
    for tree in trees:
        assert decode_rows(encode_rows(tree)) == tree
        collapsed = collapse_unary(tree)
        assert decode_rows(encode_rows(collapsed, "carry")) == collapsed


@pytest.mark.parametrize(
    "tree, options, message",
    [
        (JOHN, {"label_mode": "none"}, "`label_mode` must be one of"),
        ("( (S (NN a) (NN b)))", {}, "no label.*`clean`"),
    ],
)
def test_bad_trees(tree, options, message):
    with pytest.raises(ValueError, match=message):
        encode_rows(from_brackets(tree), **options)


def test_dependency_trees_and_other_values():
    with pytest.raises(ValueError, match="the word 'w0' beside children"):
        encode_rows(dependency_chain(2))
    with pytest.raises(ValueError, match="out of order"):
        encode_rows(Tree("X", [Tree("Y", word="a", position=0)]))
    with pytest.raises(TypeError, match="str; see `from_brackets`"):
        encode_rows(JOHN)


@pytest.mark.parametrize(
    "changes, message",
    [
        ({"words": [], "pos": []}, "no words"),
        ({"pos": ["X"]}, "2 words, but 1 labels in `pos`"),
        ({"labels": []}, "1 rows of `bits`, but 0 of `labels`"),
        ({"bits": [[0]]}, "Row 2 has 1 bits for 2 words"),
        ({"labels": [["S"] * 3]}, "Row 2 has 3 labels for 2 words"),
        ({"label_mode": "x"}, "`label_mode`"),
    ],
)
def test_bad_rows(changes, message):
    rows = Rows(["a", "b"], ["X", "Y"], [[0, 0]], [["S", "S"]])
    with pytest.raises(ValueError, match=message):
        decode_rows(dataclasses.replace(rows, **changes))
