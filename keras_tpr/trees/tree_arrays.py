"""One tree as arrays, with a row for each node."""

import operator
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np


class TreeArrays(NamedTuple):
    """A tree as arrays, whose row `n` is node `n` of `tree.postorder()`.

    Attributes:
        children: int32 `(N, K)`, the rows of the children, -1 for none.
        labels: int32 `(N,)`, the class of each node, -1 if it has none.
        token_ids: int32 `(N,)`, the id of each node's word, 0 if it has none;
            or None.
    """

    children: np.ndarray
    labels: np.ndarray
    token_ids: np.ndarray | None


def tree_arrays(
    tree, arity=None, word_ids=None, class_names=None, allow_unary=False
):
    """Turns a tree into arrays, to be put together by `TreeBatch.from_arrays`.

    Args:
        tree, arity, word_ids, class_names, allow_unary: as for
            `TreeBatch.from_trees`.

    Returns:
        `TreeArrays`.

    Raises:
        ValueError: as `TreeBatch.from_trees`.

    Example:

    >>> from keras_tpr.trees import from_brackets, tree_arrays
    >>> arrays = tree_arrays(from_brackets("(3 (2 a) (4 gem))"), arity=2)
    >>> arrays.children.tolist(), arrays.labels.tolist()
    ([[-1, -1], [-1, -1], [0, 1]], [2, 4, 3])
    """
    nodes = [] if tree is None else list(tree.postorder())
    if arity is None:
        slots = max([1, *(len(node.children) for node in nodes)])
    else:
        slots = arity
        _check_arity(nodes, arity, allow_unary)
    return TreeArrays(
        _children(nodes, slots),
        _labels(nodes, class_names),
        None if word_ids is None else _token_ids(nodes, word_ids),
    )


def _check_arity(nodes, arity, allow_unary):
    for node in nodes:
        count = len(node.children)
        if count > arity:
            raise ValueError(
                f"Node {node.label!r} has {count} children, more than "
                f"`arity={arity}`. Use `binarize(tree)`, or a larger arity. "
                f"{_around(node)}"
            )
        if count == 1 and arity == 2 and not allow_unary:
            raise ValueError(
                f"Node {node.label!r} has one child only, in trees of "
                "`arity=2`. Use `collapse_unary(tree)`, or `allow_unary=True` "
                f"to leave the second slot empty. {_around(node)}"
            )


def _around(node):
    words = node.words()
    shown = " ".join(words[:8]) + (" ..." if len(words) > 8 else "")
    return f"Its words: {shown!r}."


def _children(nodes, slots):
    children = np.full((len(nodes), slots), -1, np.int32)
    waiting = []  # rows whose parent is still to come
    for row, node in enumerate(nodes):
        count = len(node.children)
        if count:
            children[row, :count] = waiting[-count:]
            del waiting[-count:]
        waiting.append(row)
    return children


def _labels(nodes, class_names):
    if class_names is None:
        classes = (_class_number(node.label) for node in nodes)
    else:
        places = {name: place for place, name in enumerate(class_names)}
        classes = (places.get(node.label, -1) for node in nodes)
    return np.fromiter(classes, np.int32, len(nodes))


def _class_number(label):
    """The class that a label is, if it is a number; -1 otherwise."""
    try:
        number = int(label) if isinstance(label, str) else operator.index(label)
    except (TypeError, ValueError):
        return -1
    if number < 0:
        raise ValueError(
            f"A label that is a number is a class, from 0. Received {label!r}. "
            "Give `class_names`, the labels in the order of their classes."
        )
    return number


def _token_ids(nodes, word_ids):
    lookup = word_ids
    if isinstance(word_ids, Mapping):
        lookup = _word_id_in(word_ids)
    ids = (0 if node.word is None else lookup(node.word) for node in nodes)
    return np.fromiter(ids, np.int32, len(nodes))


def _word_id_in(word_ids):
    def lookup(word):
        try:
            return word_ids[word]
        except KeyError as error:
            raise ValueError(
                f"`word_ids` has no id for the word {word!r}. Add it, or give "
                "a function, such as `lambda word: ids.get(word, unknown)`."
            ) from error

    return lookup
