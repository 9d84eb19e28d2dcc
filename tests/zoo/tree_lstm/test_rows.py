"""`TreeRows`, `SequenceRows` and `PairRows`, which have the same methods."""

import numpy as np
import pytest
from random_trees import random_tree

from keras_tpr.trees import TreeBatch, level_schedule, tree_arrays
from zoo.tree_lstm.pair_rows import PairRows
from zoo.tree_lstm.sequence_rows import SequenceRows
from zoo.tree_lstm.tree_rows import TreeRows

RNG = np.random.default_rng(0)
IDS = {f"w{n}": n + 1 for n in range(4)}
TREES = [
    tree_arrays(random_tree(RNG, leaves), 2, IDS) for leaves in (3, 1, 6, 2)
]
SEQUENCES = [np.arange(1, n, dtype=np.int32) for n in (4, 2, 7, 3)]
# Pairs have no classes.
BARE = [row._replace(labels=np.full_like(row.labels, -1)) for row in TREES]
KINDS = {
    "trees": (TreeRows(2), TREES),
    "sequences": (SequenceRows(), SEQUENCES),
    "pairs of trees": (
        PairRows(TreeRows(2)),
        list(zip(BARE, BARE[::-1], strict=True)),
    ),
    "pairs of sequences": (
        PairRows(SequenceRows()),
        list(zip(SEQUENCES, SEQUENCES[::-1], strict=True)),
    ),
}
every_kind = pytest.mark.parametrize("kind", KINDS)


def flat(row):
    if isinstance(row, tuple):
        return [array for part in row for array in flat(part)]
    return [row]


@every_kind
def test_batches_come_apart_again(kind):
    row_kind, rows = KINDS[kind]
    x, labels = row_kind.stack(rows, row_kind.slots(rows))
    if labels is not None:
        x["labels"] = labels
    copies = row_kind.from_encoded(x, vocabulary_size=7)
    assert len(copies) == len(rows)
    for copy, row in zip(copies, rows, strict=True):
        for mine, its in zip(flat(copy), flat(row), strict=True):
            np.testing.assert_array_equal(mine, its)


@every_kind
def test_shapes(kind):
    row_kind, rows = KINDS[kind]
    x, _ = row_kind.stack(rows, row_kind.slots(rows), schedule=False)
    assert set(x) == set(row_kind.names)
    assert tuple(x[name].ndim for name in row_kind.names) == row_kind.ranks
    assert {len(array) for array in x.values()} == {len(rows)}
    largest = max(map(row_kind.size, rows))
    assert x["token_ids"].shape[-1] == largest


@every_kind
def test_buckets_are_powers_of_two(kind):
    row_kind, rows = KINDS[kind]
    x, _ = row_kind.stack(rows, row_kind.slots(rows), False, bucket=True)
    size = x["token_ids"].shape[-1]
    assert size & (size - 1) == 0
    assert size >= max(map(row_kind.size, rows))


@pytest.mark.parametrize("kind", ["trees", "pairs of trees"])
def test_schedule_is_that_of_the_batch(kind):
    row_kind, rows = KINDS[kind]
    x, _ = row_kind.stack(rows, row_kind.slots(rows), schedule=True)
    nodes = x["token_ids"].shape[-1]
    expected = level_schedule(
        x["children"].reshape(-1, nodes, 2), x["node_mask"].reshape(-1, nodes)
    )
    for name, array in expected.items():
        np.testing.assert_array_equal(x["schedule"][name], array)


def test_any_number_of_children():
    rows = [
        tree_arrays(random_tree(RNG, 9, max_children=5), None, IDS),
        tree_arrays(random_tree(RNG, 2), None, IDS),
    ]
    kind = TreeRows()
    slots = kind.slots(rows)
    assert slots == max(row.children.shape[1] for row in rows)
    x, labels = kind.stack(rows[1:], slots)
    assert x["children"].shape[-1] == slots
    x, _ = kind.stack(rows[1:], 3, schedule=False, bucket=True)
    assert x["children"].shape[-1] == 4


BATCH = TreeBatch.from_arrays(TREES).to_dict()


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"children": None}, ValueError, "`children` missing"),
        ({"token_ids": BATCH["token_ids"] + 9}, ValueError, "0 and 6"),
        ({"token_ids": BATCH["token_ids"] - 9}, ValueError, "0 and 6"),
        ({"token_ids": BATCH["token_ids"] * 1.0}, TypeError, "integers"),
        ({"token_ids": BATCH["token_ids"][0]}, ValueError, r"\(B, N\)"),
        ({"token_ids": BATCH["token_ids"][:0]}, ValueError, "is empty"),
        ({"node_mask": BATCH["node_mask"][:2]}, ValueError, "must go with"),
        ({"node_mask": ~BATCH["node_mask"]}, ValueError, "True for the first"),
        ({"children": BATCH["children"][..., :1]}, ValueError, r"\(B, N, 2\)"),
    ],
)
def test_malformed_trees(changes, error, message):
    with pytest.raises(error, match=message):
        TreeRows(2).from_encoded({**BATCH, **changes}, vocabulary_size=7)


def test_no_dict():
    with pytest.raises(TypeError, match="are a dict of `token_ids`, `pad"):
        SequenceRows().from_encoded(np.zeros((2, 3), int), 7)


def test_pairs_have_an_axis_of_two():
    ids = np.ones((4, 3, 5), int)
    with pytest.raises(ValueError, match=r"\(B, 2, N\)"):
        PairRows(SequenceRows()).from_encoded(
            {"token_ids": ids, "padding_mask": ids > 0}, 7
        )
