"""From scores to trees: scores made of a tree give it back."""

import types

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tree_strategies import constituency_trees

from keras_tpr.trees import collapse_unary, decode_rows, encode_rows
from zoo.atpl.label_classes import LabelClasses
from zoo.atpl.parse_rows import (
    part_means,
    rows_of_scores,
    rows_with_gold_null,
    tree_of_spans,
)
from zoo.atpl.parser_rows import spans_of_rows

TAGS = ("NN", "DT")
LABELS = st.sampled_from(["S", "NP", "VP"])
WORDS = st.sampled_from(["a", "b"])


@st.composite
def trees(draw):
    tree = draw(constituency_trees(WORDS, LABELS, max_children=3))
    tags = iter(draw(st.lists(st.sampled_from(TAGS), min_size=25, max_size=25)))
    tree = tree.fold(
        lambda node, children: node.replace(
            label=next(tags) if node.is_leaf else node.label, children=children
        )
    )
    return collapse_unary(tree)


def classes_of(tree, mode):
    labels = {n.label for n in tree.preorder() if not n.is_leaf} | {"X"}
    return LabelClasses(sorted(labels), mode, TAGS)


def options(encoding="alternating", mode="null", layers=40):
    return types.SimpleNamespace(
        bit_encoding=encoding, label_mode=mode, max_layers=layers
    )


def scores_of(rows, classes, encoding):
    """Sure scores of the bits and labels of rows, and noise beside them."""
    shape = (len(rows.bits), len(rows.words))
    noise = np.random.default_rng(0).normal(size=(*shape, len(classes)))
    bits = np.zeros((*shape, 2))
    for k, row in enumerate(rows.bits):
        said = row
        if encoding == "boundary":
            # The same for all words of a part of the row below.
            begins = [1, *(a != b for a, b in zip(row[1:], row, strict=False))]
            below = rows.bits[k - 1] if k else np.arange(len(row)) % 2
            parts = np.cumsum([0, *(np.diff(below) != 0)])
            firsts = np.searchsorted(parts, parts)
            said = [begins[first] for first in firsts]
        for t, bit in enumerate(said):
            bits[k, t, int(bit)] = 9.0
            noise[k, t, classes.number(rows.labels[k][t])] += 9.0
    return {"bits": bits, "labels": noise}


@pytest.mark.parametrize("mode", ["null", "carry"])
@pytest.mark.parametrize("encoding", ["alternating", "boundary"])
@given(tree=trees())
def test_sure_scores_give_the_tree(tree, encoding, mode):
    classes = classes_of(tree, mode)
    rows = encode_rows(tree, mode)
    assume(rows.bits)
    scores = scores_of(rows, classes, encoding)
    found, shares = rows_of_scores(
        scores,
        rows.words,
        rows.pos,
        classes,
        options(encoding, mode, len(rows.bits) + 1),
    )
    assert decode_rows(found) == tree
    assert len(shares) == len(found.bits)
    assert all(((share >= 0) & (share <= 1)).all() for share in shares)


@given(trees(), st.integers(0, 100))
def test_gold_rows_give_all_brackets(tree, seed):
    classes = classes_of(tree, "null")
    rows = encode_rows(tree)
    assume(rows.bits)
    rng = np.random.default_rng(seed)
    scores = {
        "bits": rng.normal(size=(3, len(rows.words), 2)),
        "labels": rng.normal(size=(3, len(rows.words), len(classes))),
    }
    found, _ = rows_of_scores(
        scores, rows.words, rows.pos, classes, options(), rows.bits
    )
    assert found.bits == rows.bits
    exact = rows_with_gold_null(found, rows, scores["labels"], classes)
    shape = decode_rows(exact).map_labels(lambda label: None)
    assert shape == tree.map_labels(lambda label: None)


@given(trees(), st.integers(2, 3))
def test_gold_rows_above_the_highest_are_cut(tree, layers):
    classes = classes_of(tree, "null")
    rows = encode_rows(tree)
    assume(len(rows.bits) >= layers)
    scores = {
        name: np.zeros((1, len(rows.words), size))
        for name, size in (("bits", 2), ("labels", len(classes)))
    }
    found, _ = rows_of_scores(
        scores, rows.words, rows.pos, classes, options(layers=layers), rows.bits
    )
    exact = rows_with_gold_null(found, rows, scores["labels"], classes)
    assert exact.bits == rows.bits[: layers - 1]
    assert decode_rows(exact).words() == rows.words


@given(st.integers(1, 9), st.integers(0, 100), st.integers(1, 6))
def test_any_scores_make_a_tree_over_all_words(length, seed, layers):
    rng = np.random.default_rng(seed)
    classes = LabelClasses(["S", "NP"])
    scores = {
        "bits": rng.normal(size=(2, length, 2)),
        "labels": rng.normal(size=(2, length, 3)),
    }
    words, tags = ["w"] * length, ["NN"] * length
    rows, _ = rows_of_scores(
        scores, words, tags, classes, options(layers=layers)
    )
    assert decode_rows(rows).words() == words
    # Parts only grow.
    for below, above in zip(rows.bits, rows.bits[1:], strict=False):
        joined = np.diff(below) == 0
        assert (np.diff(above)[joined] == 0).all()


@given(trees())
def test_scores_of_spans_give_the_tree(tree):
    classes = classes_of(tree, "null")
    rows = encode_rows(tree)
    length = len(rows.words)
    bits = np.array(rows.bits, int).reshape(-1, length)
    labels = np.array(
        [[classes.number(name) for name in row] for row in rows.labels], int
    ).reshape(-1, length)
    scores = np.zeros((length, length, len(classes)))
    scores[..., 0] = 5.0
    for first, last, label in spans_of_rows(bits, labels):
        scores[first, last, label] = 9.0
    found, chances = tree_of_spans(scores, rows.words, rows.pos, classes, "S")
    assert found == tree
    assert len(chances) == tree.size
    gold = {tuple(span) for span in spans_of_rows(bits, labels)[:, :2]}
    again, _ = tree_of_spans(
        scores, rows.words, rows.pos, classes, "S", {*gold}
    )
    assert again == tree


def test_part_means():
    values = np.array([[1.0], [3.0], [5.0]])
    starts = np.array([True, False, True])
    assert part_means(values, starts).tolist() == [[2.0], [5.0]]
