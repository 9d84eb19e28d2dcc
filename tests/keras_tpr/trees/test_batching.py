"""Batches of trees."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_trees import random_tree

from keras_tpr.trees import (
    Tree,
    TreeBatch,
    level_schedule,
    read_trees,
    tree_arrays,
)

TREES = list(read_trees("(3 (2 a) (4 gem)) (1 (2 not) (3 (2 a) (4 gem)))"))
IDS = {"a": 1, "gem": 2, "not": 3}


def test_by_hand():
    batch = TreeBatch.from_trees(TREES, arity=2, word_ids=IDS)
    assert batch.token_ids.tolist() == [[1, 2, 0, 0, 0], [3, 1, 2, 0, 0]]
    assert batch.labels.tolist() == [[2, 4, 3, -1, -1], [2, 2, 4, 3, 1]]
    assert batch.children[0, :3].tolist() == [[-1, -1], [-1, -1], [0, 1]]
    assert (batch.children[0, 3:] == -1).all()
    assert batch.children[1, 3:].tolist() == [[1, 2], [0, 3]]
    assert batch.node_mask.tolist() == [[1, 1, 1, 0, 0], [1] * 5]
    assert batch.root.tolist() == [2, 4]
    schedule = level_schedule(batch.children, batch.node_mask)
    for name, vector in schedule.items():
        np.testing.assert_array_equal(batch.schedule[name], vector)


def test_dict():
    whole = TreeBatch.from_trees(TREES, word_ids=IDS).to_dict()
    assert set(whole) == {
        "children", "node_mask", "labels", "root", "token_ids", "schedule",
    }  # fmt: skip
    dtypes = {n: str(x.dtype) for n, x in whole.items() if n != "schedule"}
    assert dtypes.pop("node_mask") == "bool"
    assert set(dtypes.values()) == {"int32"}
    part = TreeBatch.from_trees(TREES, schedule=False).to_dict()
    assert set(part) == {"children", "node_mask", "labels", "root"}


def test_fill_up():
    batch = TreeBatch.from_trees([*TREES, None], num_nodes=8)
    assert batch.node_mask.sum(axis=1).tolist() == [3, 5, 0]
    assert batch.children.shape == (3, 8, 2)
    assert batch.root.tolist() == [2, 4, -1]
    assert (batch.children[2] == -1).all() and (batch.labels[2] == -1).all()
    empty = TreeBatch.from_trees([None], word_ids=IDS)
    assert empty.node_mask.tolist() == [[False]]
    assert empty.token_ids.tolist() == [[0]]


def test_as_many_slots_as_the_widest_node_needs():
    wide = Tree("S", [Tree("X", word=w) for w in "abc"])
    batch = TreeBatch.from_trees([TREES[0], wide])
    assert batch.children[0, 2].tolist() == [0, 1, -1]
    assert batch.children[1, 3].tolist() == [0, 1, 2]
    assert TreeBatch.from_trees(TREES, arity=4).children.shape[-1] == 4


def test_from_arrays():
    arrays = [tree_arrays(tree, word_ids=IDS) for tree in TREES]
    found = TreeBatch.from_arrays(arrays, num_nodes=6).to_dict()
    expected = TreeBatch.from_trees(TREES, word_ids=IDS, num_nodes=6).to_dict()
    assert set(found) == set(expected)
    for name in ("children", "token_ids", "labels", "node_mask", "root"):
        np.testing.assert_array_equal(found[name], expected[name])


@given(st.integers(0, 10_000))
def test_trees_are_read_back(seed):
    rng = np.random.default_rng(seed)
    trees = [
        random_tree(rng, int(n), max_children=4, min_children=1)
        for n in rng.integers(1, 8, 4)
    ]
    words = [f"w{n}" for n in range(4)]
    ids = {word: n + 1 for n, word in enumerate(words)}
    batch = TreeBatch.from_trees(trees, word_ids=ids)
    for row, tree in enumerate(trees):
        nodes = []
        for n in np.flatnonzero(batch.node_mask[row]):
            below = batch.children[row, n]
            # Children precede their parent.
            assert (below < n).all()
            token = batch.token_ids[row, n]
            nodes.append(
                Tree(
                    int(batch.labels[row, n]),
                    [nodes[k] for k in below if k >= 0],
                    words[token - 1] if token else None,
                )
            )
        assert nodes[batch.root[row]] == tree


@pytest.mark.parametrize("right", [True, False])
def test_three_thousand_words(right):
    tree = Tree(0, word="w")
    for _ in range(2999):
        pair = [Tree(0, word="w"), tree]
        tree = Tree(0, pair if right else pair[::-1])
    batch = TreeBatch.from_trees([tree], arity=2, word_ids={"w": 1})
    assert batch.root.tolist() == [5998]
    assert batch.token_ids.sum() == 3000
    assert batch.schedule["inner_sizes"].tolist() == [1] * 2999


def test_a_chain_of_two_thousand_nodes():
    tree = Tree(0, word="w")
    for _ in range(1999):
        tree = Tree(0, [tree])
    batch = TreeBatch.from_trees([tree])
    assert batch.children[0, :, 0].tolist() == list(range(-1, 1999))
    assert len(batch.schedule["inner_sizes"]) == 1999


def test_errors():
    with pytest.raises(ValueError, match="at least one tree"):
        TreeBatch.from_trees([])
    with pytest.raises(ValueError, match="Tree 1.*5 nodes.*num_nodes=4"):
        TreeBatch.from_trees(TREES, num_nodes=4)
    arrays = [tree_arrays(TREES[0]), tree_arrays(TREES[1], word_ids=IDS)]
    with pytest.raises(ValueError, match="`token_ids`.*`word_ids`"):
        TreeBatch.from_arrays(arrays)
