"""The order in which the nodes of a batch of trees are computed."""

import numpy as np

SCHEDULE_NAMES = (
    "inner",
    "leaves",
    "inner_sizes",
    "leaf_sizes",
    "child_rows",
    "inner_slots",
    "leaf_slots",
    "parents",
    "rows",
)


def level_schedule(children, node_mask):
    """Levels of nodes at one distance from a root, the deepest first.

    All children of the nodes of a level are then in the level just computed.
    `TreeLSTM` makes the schedule of a batch itself if it has none; made in the
    input pipeline, it takes no time from the training step.

    Below, a row is a place in this order: first come all nodes with children
    ("inner" nodes), level by level, then all leaves, level by level. Nodes of
    a level stand in the order of their parents.

    Args:
        children: integers `(B, N, K)`, positions of the children in their
            tree, -1 for none.
        node_mask: boolean `(B, N)`, which nodes there are.

    Returns:
        A dict of int32 vectors, of `I` inner nodes on `D` levels and `L`
        leaves:
        `inner` `(I,)` and `leaves` `(L,)`, the places of the rows' nodes in
        the flattened batch, `b * N + n`;
        `inner_sizes` `(D,)`, the number of inner nodes of each level;
        `leaf_sizes` `(D + 1,)`, the number of leaves among the children of
        each level, and last that of roots that are leaves;
        `child_rows` `(I * K,)`, where the children of an inner node are among
        those of its level, which are the inner nodes of the level below, then
        its leaves; counted from 1, with 0 for none;
        `inner_slots` and `leaf_slots`, the reverse: for all inner nodes and
        all leaves that have a parent, `K` times the parent's place in its
        level, plus the slot;
        `parents`, the parent's place in its level for all children of each
        level, first the inner nodes, then the leaves;
        `rows` `(B * N,)`, the row of each node, counted from 1, with 0 where
        there is none.

    Raises:
        ValueError: If the children of the existing nodes do not form trees.

    Example:

    >>> import numpy as np
    >>> from keras_tpr.trees import level_schedule
    >>> children = np.array([[[-1, -1], [-1, -1], [0, 1]]])
    >>> schedule = level_schedule(children, np.ones((1, 3), bool))
    >>> schedule["inner"].tolist(), schedule["leaves"].tolist()
    ([2], [0, 1])
    """
    children = np.asarray(children)
    exists = np.asarray(node_mask, bool).reshape(-1)
    batch, nodes, num_slots = children.shape
    first = np.arange(batch).reshape(-1, 1, 1) * nodes
    flat = np.where(children < 0, -1, children + first).reshape(-1, num_slots)
    flat[~exists] = -1
    has_children = (flat >= 0).any(axis=1)
    is_child = np.zeros(batch * nodes, bool)
    is_child[flat[flat >= 0]] = True

    inner, leaves, child_rows, slots = [], [], [], []
    level = np.flatnonzero(exists & ~is_child)
    found, count = level.size, np.count_nonzero(exists)
    while found <= count:
        is_inner = has_children[level]
        leaves.append(level[~is_inner])
        if not is_inner.any():
            break
        inner.append(level[is_inner])
        below = flat[inner[-1]].reshape(-1)
        filled = np.flatnonzero(below >= 0)
        # Inner nodes first, both in the order of their parents.
        is_inner = has_children[below[filled]]
        slots.append((filled[is_inner], filled[~is_inner]))
        filled = np.concatenate(slots[-1])
        child_rows.append(np.zeros(below.size, np.int32))
        child_rows[-1][filled] = np.arange(1, filled.size + 1)
        level = below[filled]
        found += level.size
    if found != count or not exists[is_child].all():
        raise ValueError(
            "`children` must form trees of the nodes that are there, each with "
            f"one parent at most. Received {count} nodes that do not: look for "
            "a child with two parents, one that is below itself, or one that "
            "`node_mask` leaves out."
        )
    rows = np.zeros(batch * nodes, np.int32)
    rows[np.concatenate([_join(inner), _join(leaves)])] = np.arange(
        1, count + 1
    )
    return {
        "inner": _join(inner),
        "leaves": _join(leaves),
        "inner_sizes": _sizes(inner),
        "leaf_sizes": _sizes(leaves),
        "child_rows": _join(child_rows),
        "inner_slots": _join([of_inner for of_inner, _ in slots]),
        "leaf_slots": _join([of_leaves for _, of_leaves in slots]),
        "parents": _join([np.concatenate(both) for both in slots]) // num_slots,
        "rows": rows,
    }


def _join(levels):
    """All levels as one vector, the deepest first."""
    return np.concatenate([*levels[::-1], np.zeros(0)]).astype(np.int32)


def _sizes(levels):
    return np.array([len(level) for level in levels[::-1]], np.int32)
