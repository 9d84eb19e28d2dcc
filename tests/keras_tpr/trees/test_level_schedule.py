"""The order in which the nodes of a batch are computed."""

import numpy as np
import pytest
from random_trees import random_tree

from keras_tpr.trees import Tree, TreeBatch, level_schedule
from keras_tpr.trees.level_schedule import SCHEDULE_NAMES


def batch_of(trees, **options):
    batch = TreeBatch.from_trees(trees, schedule=False, **options)
    return batch.children, batch.node_mask


def levels_of(schedule, name, sizes):
    sizes = schedule[sizes] if isinstance(sizes, str) else sizes
    assert sum(sizes) == len(schedule[name])
    return np.split(schedule[name], np.cumsum(sizes)[:-1])


def test_by_hand():
    # Tree 0: node 4 over leaf 0 and node 3, which is over leaves 1 and 2.
    # Tree 1: a single node, in place 5.
    leaf = Tree(0, word="w")
    trees = [Tree(0, [leaf, Tree(0, [leaf, leaf])]), leaf]
    schedule = level_schedule(*batch_of(trees))
    expected = {
        "inner": [3, 4],
        "leaves": [1, 2, 0, 5],
        "inner_sizes": [1, 1],
        "leaf_sizes": [2, 1, 1],
        # Below node 4 are first node 3, its second child, then leaf 0.
        "child_rows": [1, 2, 2, 1],
        "inner_slots": [1],
        "leaf_slots": [0, 1, 0],
        "parents": [0, 0, 0, 0],
        "rows": [5, 3, 4, 1, 2, 6, 0, 0, 0, 0],
    }
    assert tuple(schedule) == SCHEDULE_NAMES
    for name, vector in schedule.items():
        assert vector.dtype == np.int32
        assert vector.tolist() == expected[name], name


@pytest.mark.parametrize("seed", range(8))
def test_meaning_of_the_vectors(seed):
    rng = np.random.default_rng(seed)
    trees = [
        random_tree(rng, int(n), max_children=3, min_children=1)
        for n in rng.integers(1, 12, 6)
    ]
    children, node_mask = batch_of([*trees, None])
    num_slots = children.shape[-1]
    schedule = level_schedule(children, node_mask)
    parent, distance = {}, {}
    for b, n in zip(*np.nonzero(node_mask), strict=True):
        for k, child in enumerate(children[b, n]):
            if child >= 0:
                parent[b, child] = (b, n), k
    nodes = node_mask.shape[1]
    order = [divmod(place, nodes) for place in schedule["inner"]]
    order += [divmod(place, nodes) for place in schedule["leaves"]]

    # Every node once, and its row leads back to it.
    assert sorted(order) == list(zip(*np.nonzero(node_mask), strict=True))
    rows = schedule["rows"].reshape(node_mask.shape)
    assert [rows[node] for node in order] == list(range(1, len(order) + 1))
    assert (rows[~node_mask] == 0).all()

    for node in sorted(order, reverse=True):
        up = parent.get(node)
        distance[node] = 0 if up is None else distance[up[0]] + 1
    inner = levels_of(schedule, "inner", "inner_sizes")
    leaves = levels_of(schedule, "leaves", "leaf_sizes")
    deepest = len(inner)
    for n, level in enumerate(inner):
        assert {distance[divmod(p, nodes)] for p in level} == {deepest - 1 - n}
    for n, level in enumerate(leaves):
        assert {distance[divmod(p, nodes)] for p in level} <= {deepest - n}

    below = [0, *schedule["inner_sizes"][:-1]]
    child_rows = levels_of(
        schedule, "child_rows", num_slots * schedule["inner_sizes"]
    )
    inner_slots = levels_of(schedule, "inner_slots", below)
    leaf_slots = levels_of(schedule, "leaf_slots", schedule["leaf_sizes"][:-1])
    parents = levels_of(
        schedule, "parents", below + schedule["leaf_sizes"][:-1]
    )
    for n, level in enumerate(inner):
        under = [*(inner[n - 1] if n else []), *leaves[n]]
        slots = [*inner_slots[n], *leaf_slots[n]]
        assert [slot // num_slots for slot in slots] == parents[n].tolist()
        for place, slot in zip(under, slots, strict=True):
            up, k = parent[divmod(place, nodes)]
            assert divmod(level[slot // num_slots], nodes) == up
            assert slot % num_slots == k
        for slot, row in enumerate(child_rows[n]):
            if row:
                assert slots[row - 1] == slot
            else:
                assert slot not in slots


def test_no_node():
    schedule = level_schedule(*batch_of([None, None]))
    assert schedule["rows"].tolist() == [0, 0]
    assert schedule["leaf_sizes"].tolist() == [0]
    others = set(SCHEDULE_NAMES) - {"rows", "leaf_sizes"}
    assert all(schedule[name].size == 0 for name in others)


def test_any_numbering_will_do():
    children = np.array([[[1, 2], [-1, -1], [-1, -1]]])
    schedule = level_schedule(children, np.ones((1, 3), bool))
    assert schedule["inner"].tolist() == [0]
    assert schedule["leaves"].tolist() == [1, 2]


def test_what_is_not_there_is_not_looked_at():
    children = np.array([[[-1], [0], [1]]])
    mask = np.array([[True, True, False]])
    assert level_schedule(children, mask)["inner"].tolist() == [1]


@pytest.mark.parametrize(
    "children, mask",
    [
        ([[0, 0], [-1, -1]], [1, 1]),  # itself, twice
        ([[-1, -1], [0, -1], [0, -1]], [1, 1, 1]),  # two parents
        ([[1, -1], [0, -1], [-1, -1]], [1, 1, 1]),  # a circle
        ([[1, -1], [2, -1], [1, -1]], [1, 1, 1]),  # a circle below a root
        ([[-1, -1], [0, -1]], [0, 1]),  # a child that is left out
    ],
)
def test_no_trees(children, mask):
    with pytest.raises(ValueError, match="`children` must form trees"):
        level_schedule(np.array([children]), np.array([mask], bool))
