"""Raw trees as encoded rows."""

import numpy as np

from keras_tpr.trees import tree_arrays
from zoo.tree_lstm.class_labels import UNLABELLED
from zoo.tree_lstm.read_tree import read_tree
from zoo.tree_lstm.structured_tree import KINDS, check_structure
from zoo.tree_lstm.tree_rows import TreeRows

ARITIES = {"constituency": 2, "dependency": None}


class TreeReader:
    """Reads trees; `TextReader` offers the same for models without trees.

    Args:
        kind: `"constituency"` or `"dependency"`.
        structure: what is made of sentences without a tree; see `read_tree`.
    """

    def __init__(self, kind="constituency", structure=None):
        check_kind(kind)
        if structure is not None:
            check_structure(structure)
        self.kind = kind
        self.structure = structure
        self.row_kind = TreeRows(ARITIES[kind])

    def read(self, value):
        """The `Tree` of a raw input."""
        return read_tree(value, self.kind, self.structure)

    def row(self, tree, word_id):
        """The `TreeArrays` of a tree, in which no node has a class."""
        if self.kind == "constituency":
            _check_binary(tree)
        return tree_arrays(
            tree, self.row_kind.arity, word_id, class_names=(), allow_unary=True
        )

    def labelled(self, tree, row, classes, target=None):
        """Adds classes to a row.

        Args:
            tree: its `Tree`.
            row: its `TreeArrays`.
            classes: a `ClassLabels`.
            target: the class of the whole sentence, or a list with one for
                each node in postorder; None for the labels of the tree.

        Returns:
            `(row, None)`, as the classes are part of it.
        """
        if target is None:
            labels = [classes.number(node.label) for node in tree.postorder()]
        elif np.ndim(target):
            labels = [classes.number(label) for label in target]
            if len(labels) != len(row.labels):
                raise ValueError(
                    f"there are {len(labels)} classes for a tree of "
                    f"{len(row.labels)} nodes, as the model reads it"
                )
        else:
            labels = [UNLABELLED] * len(row.labels)
            labels[-1] = classes.number(target)
        return row._replace(labels=np.array(labels, np.int32)), None


def check_kind(kind):
    """Raises a `ValueError` unless there are trees of this kind."""
    if kind not in KINDS:
        raise ValueError(
            f"`kind` must be one of {KINDS}. Received: kind={kind!r}."
        )


def _check_binary(tree):
    for node in tree.postorder():
        if len(node.children) > 2:
            words = node.words()
            shown = " ".join(words[:8]) + (" ..." if len(words) > 8 else "")
            raise ValueError(
                f"The node {node.label!r} over {shown!r} has "
                f"{len(node.children)} children, but this model reads binary "
                "trees. Make them of `keras_tpr.trees.Tree`s by "
                "`keras_tpr.trees.binarize(tree)`."
            )
