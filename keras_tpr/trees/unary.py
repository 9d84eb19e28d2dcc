"""Chains of nodes with a single child, as one node with a joint label."""

from keras_tpr.trees.tree import Tree


def collapse_unary(tree, separator="+", keep_preterminals=True):
    """Makes one node of each chain of nodes with a single child.

    `(NP (QP (CD 5)))` becomes `(NP+QP (CD 5))`: a chain that ends in a leaf
    keeps the leaf. No node is left with a single child, except above leaves.
    `expand_unary` is the inverse.

    Args:
        tree: A `Tree`.
        separator: Stands between the labels of a chain in its joint label. If
            None, the top label is kept alone, and the others are lost.
        keep_preterminals: Whether leaves stay as they are. Otherwise they are
            part of chains, and no node at all is left with a single child.

    Returns:
        A `Tree`.

    Raises:
        ValueError: If a label holds `separator`.
        TypeError: If a label of a chain is not a string, unless `separator`
            is None.

    Example:

    >>> from keras_tpr.trees import collapse_unary, from_brackets, to_brackets
    >>> tree = from_brackets("(S (VP (VB go) (NP (QP (CD 5)))))")
    >>> to_brackets(collapse_unary(tree))
    '(S+VP (VB go) (NP+QP (CD 5)))'
    >>> to_brackets(collapse_unary(tree, separator=None))
    '(S (VB go) (NP (CD 5)))'
    """

    def collapsed(node, children):
        if separator is not None:
            _check_label(node.label, separator)
        if node.word is not None or len(children) > 1:
            return Tree(node.label, children, node.word, node.position)
        (child,) = children
        if child.is_leaf and keep_preterminals:
            return Tree(node.label, children)
        return child.replace(label=_joint(node.label, child.label, separator))

    return tree.fold(collapsed)


def expand_unary(tree, separator="+"):
    """Makes a chain of each node with a joint label.

    The inverse of `collapse_unary`: `(NP+QP (CD 5))` becomes
    `(NP (QP (CD 5)))`.

    Args:
        tree: A `Tree`.
        separator: Stands between the labels of a chain.

    Returns:
        A `Tree`.

    Raises:
        ValueError: If a part of a joint label is empty.

    Example:

    >>> from keras_tpr.trees import expand_unary, from_brackets, to_brackets
    >>> to_brackets(expand_unary(from_brackets("(NP+QP (RB about) (CD 5))")))
    '(NP (QP (RB about) (CD 5)))'
    """

    def expanded(node, children):
        *above, label = _parts(node.label, separator)
        result = Tree(label, children, node.word, node.position)
        for label in reversed(above):
            result = Tree(label, [result])
        return result

    return tree.fold(expanded)


def _check_label(label, separator):
    if isinstance(label, str) and separator in label:
        raise ValueError(
            f"The label {label!r} holds `separator={separator!r}`, so that "
            "joint labels could not be taken apart. Give another `separator`."
        )


def _joint(label, label_below, separator):
    if separator is None:
        return label
    for part in (label, label_below):
        if not isinstance(part, str):
            raise TypeError(
                f"Labels of a chain are joined, but {part!r} is not a string. "
                "Use `clean` to take off an outer bracket without label, "
                "`tree.map_labels(str)`, or `separator=None` to keep the top "
                "label alone."
            )
    return label + separator + label_below


def _parts(label, separator):
    if not isinstance(label, str):
        return [label]
    parts = label.split(separator)
    if not all(parts):
        raise ValueError(
            f"The label {label!r} has an empty part beside "
            f"`separator={separator!r}`."
        )
    return parts
