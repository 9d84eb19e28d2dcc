"""A batch of trees as the tensors that layers take."""

import dataclasses

import numpy as np

from keras_tpr.trees.level_schedule import level_schedule
from keras_tpr.trees.tree_arrays import tree_arrays


@dataclasses.dataclass(frozen=True)
class TreeBatch:
    """Trees as arrays, filled up to one number of nodes.

    Node `n` of a tree is the `n`-th of its `postorder()`: children come before
    their parent, and the root is the last.

    Attributes:
        children: int32 `(B, N, K)`, nodes that are the children, -1 for none;
            for N-ary cells the place is the slot.
        node_mask: boolean `(B, N)`, which nodes there are.
        labels: int32 `(B, N)`, the class of each node, -1 if it has none.
        root: int32 `(B,)`, the root, -1 for an empty tree.
        token_ids: int32 `(B, N)`, the id of each node's word, 0 if it has none;
            or None.
        schedule: the dict of `level_schedule` for this very batch, or None.

    Example:

    >>> from keras_tpr.trees import TreeBatch, read_trees
    >>> trees = read_trees("(3 (2 a) (4 gem)) (1 (2 not) (3 (2 a) (4 gem)))")
    >>> ids = {"a": 1, "gem": 2, "not": 3}
    >>> batch = TreeBatch.from_trees(trees, arity=2, word_ids=ids)
    >>> batch.token_ids
    array([[1, 2, 0, 0, 0],
           [3, 1, 2, 0, 0]], dtype=int32)
    >>> batch.children[1].tolist()
    [[-1, -1], [-1, -1], [-1, -1], [1, 2], [0, 3]]
    """

    children: np.ndarray
    node_mask: np.ndarray
    labels: np.ndarray
    root: np.ndarray
    token_ids: np.ndarray | None = None
    schedule: dict | None = None

    @classmethod
    def from_trees(
        cls,
        trees,
        arity=None,
        word_ids=None,
        class_names=None,
        allow_unary=False,
        num_nodes=None,
        schedule=True,
    ):
        """Puts trees together.

        Args:
            trees: `Tree`s; None is an empty sentence, which has no nodes.
            arity: the number of slots for children, that of an N-ary cell;
                None for as many as these trees need.
            word_ids: the id of each word, from 1, as a mapping or a function;
                None to leave out `token_ids`.
            class_names: the labels in the order of their classes, and nodes
                with another label have no class; None where labels are the
                numbers of classes, and others, such as None or `"NP"`, none.
            allow_unary: whether in trees of `arity=2` a node may have one
                child, and an empty slot.
            num_nodes: the number of nodes to fill up to; None for that of the
                largest tree.
            schedule: whether to make the `schedule`, as the TensorFlow kernel
                of `TreeLSTM` uses it. Leave it out where a batch is split over
                replicas, and on JAX, to which every schedule is a new shape.

        Returns:
            A `TreeBatch`.

        Raises:
            ValueError: If a node has more children than `arity`, or one where
                two are due; if a word has no id, a label is a negative
                number, or a tree has more than `num_nodes` nodes.
        """
        return cls.from_arrays(
            [
                tree_arrays(tree, arity, word_ids, class_names, allow_unary)
                for tree in trees
            ],
            num_nodes=num_nodes,
            schedule=schedule,
        )

    @classmethod
    def from_arrays(cls, arrays, num_nodes=None, schedule=True):
        """Puts trees together that have been turned into arrays before.

        Args:
            arrays: `TreeArrays`, from `tree_arrays`.
            num_nodes, schedule: as for `from_trees`.

        Returns:
            A `TreeBatch`.

        Raises:
            ValueError: If there is no tree, if a tree has more than
                `num_nodes` nodes, or if some have `token_ids` and others not.
        """
        arrays = list(arrays)
        sizes = np.array([len(tree.labels) for tree in arrays], np.int32)
        _check_batch(arrays, sizes, num_nodes)
        nodes = max(1, sizes.max()) if num_nodes is None else num_nodes
        slots = max(tree.children.shape[1] for tree in arrays)
        shape = (len(arrays), nodes)
        children = np.full((*shape, slots), -1, np.int32)
        labels = np.full(shape, -1, np.int32)
        has_ids = arrays[0].token_ids is not None
        token_ids = np.zeros(shape, np.int32) if has_ids else None
        for row, (tree, size) in enumerate(zip(arrays, sizes, strict=True)):
            children[row, :size, : tree.children.shape[1]] = tree.children
            labels[row, :size] = tree.labels
            if has_ids:
                token_ids[row, :size] = tree.token_ids
        node_mask = np.arange(nodes) < sizes[:, np.newaxis]
        return cls(
            children=children,
            node_mask=node_mask,
            labels=labels,
            root=sizes - 1,
            token_ids=token_ids,
            schedule=level_schedule(children, node_mask) if schedule else None,
        )

    def to_dict(self):
        """The arrays that there are, under their names.

        All but those of `schedule` have the batch on their first axis.
        """
        arrays = {
            field.name: getattr(self, field.name)
            for field in dataclasses.fields(self)
        }
        return {name: x for name, x in arrays.items() if x is not None}


def _check_batch(arrays, sizes, num_nodes):
    if not arrays:
        raise ValueError("A batch needs at least one tree. Received none.")
    if len({tree.token_ids is None for tree in arrays}) > 1:
        raise ValueError(
            "Some trees have `token_ids` and others not. Make all of their "
            "arrays with `word_ids`, or none."
        )
    if num_nodes is not None and sizes.max() > num_nodes:
        raise ValueError(
            f"Tree {sizes.argmax()} of the batch has {sizes.max()} nodes, more "
            f"than `num_nodes={num_nodes}`. Use a larger number, or leave it "
            "out to fill up to the largest tree."
        )
