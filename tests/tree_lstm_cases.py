"""Cells and batches of trees for the tests of the Tree-LSTM."""

import numpy as np
from atpl_weights import randomize
from random_trees import random_tree

from keras_tpr.layers import TreeLSTMCell
from keras_tpr.trees import TreeBatch

UNITS, SIZE = 4, 3
NARY = {"kind": "nary", "arity": 2}
CELLS = {
    "child_sum": {},
    "child_sum, no output gate": {"output_gate": False},
    "nary": NARY,
    "nary, no output gate": {**NARY, "output_gate": False},
    "nary, diagonal": {**NARY, "forget_coupling": "diagonal"},
    "linear": {**NARY, "leaf_mode": "linear"},
    "linear, no output gate": {
        **NARY,
        "leaf_mode": "linear",
        "output_gate": False,
    },
    "linear, diagonal": {
        **NARY,
        "leaf_mode": "linear",
        "forget_coupling": "diagonal",
    },
    "three slots": {"kind": "nary", "arity": 3},
}


def make_cell(name="child_sum", size=SIZE, **options):
    """A built cell with weights of a size that matters."""
    cell = TreeLSTMCell(UNITS, **CELLS[name], **options)
    cell.build((None, size))
    randomize(cell)
    return cell


def make_trees(name="child_sum"):
    """Trees that suit a cell: ragged, with one of a single node, one empty."""
    rng = np.random.default_rng(0)
    arity = CELLS[name].get("arity", 4)
    # Unary nodes leave a slot empty.
    trees = [random_tree(rng, leaves, arity, 1) for leaves in (5, 2, 9)]
    return [*trees, random_tree(rng, 1), None]


def make_batch(name="child_sum", trees=None, **options):
    """A batch as a dict with `x`, which is noise where there is no node."""
    batch = TreeBatch.from_trees(
        make_trees(name) if trees is None else trees,
        arity=CELLS[name].get("arity"),
        allow_unary=True,
        **options,
    ).to_dict()
    rng = np.random.default_rng(1)
    shape = (*batch["node_mask"].shape, SIZE)
    batch["x"] = rng.standard_normal(shape).astype("float32")
    return batch
