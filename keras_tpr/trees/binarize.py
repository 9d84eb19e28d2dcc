"""Trees in which no node has more than two children."""

from keras_tpr.trees.tree import Tree

_DIRECTIONS = ("right", "left")


def binarize(tree, direction="right"):
    """Puts new nodes where a node has more than two children.

    New nodes have no label, so that a model is not trained on classes that
    nobody gave. `unbinarize` is the inverse. Nodes with one child stay; see
    `collapse_unary`.

    Args:
        tree: A `Tree`.
        direction: `"right"` makes `(A b (c d))` of `(A b c d)`, `"left"`
            makes `(A (b c) d)`.

    Returns:
        A `Tree`.

    Raises:
        ValueError: If `direction` is neither.

    Example:

    >>> from keras_tpr.trees import binarize, from_brackets, to_brackets
    >>> tree = from_brackets("(NP (DT a) (JJ big) (NN dog))")
    >>> to_brackets(binarize(tree))
    '(NP (DT a) ( (JJ big) (NN dog)))'
    """
    if direction not in _DIRECTIONS:
        raise ValueError(
            f"`direction` must be one of {_DIRECTIONS}. Received {direction!r}."
        )

    def binarized(node, children):
        while len(children) > 2:
            if direction == "right":
                children[-2:] = [Tree(None, children[-2:])]
            else:
                children[:2] = [Tree(None, children[:2])]
        return Tree(node.label, children, node.word, node.position)

    return tree.fold(binarized)


def unbinarize(tree):
    """Takes out the nodes without label: the inverse of `binarize`.

    Args:
        tree: A `Tree`. Below its root, nodes with children but without label
            and word are those that `binarize` made.

    Returns:
        A `Tree`.

    Example:

    >>> from keras_tpr.trees import from_brackets, to_brackets, unbinarize
    >>> tree = from_brackets("(NP (DT a) ( (JJ big) (NN dog)))")
    >>> to_brackets(unbinarize(tree))
    '(NP (DT a) (JJ big) (NN dog))'
    """

    def unbinarized(node, children):
        kept = []
        for child in children:
            is_new = child.label is None and child.word is None
            kept.extend(child.children if is_new else [child])
        return Tree(node.label, kept, node.word, node.position)

    return tree.fold(unbinarized)
