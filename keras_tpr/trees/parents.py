"""Trees as parent pointers, the format of Tree-LSTM data sets."""

import collections
import operator

from keras_tpr.trees.preorder_with_parents import preorder_with_parents
from keras_tpr.trees.tree import Tree
from keras_tpr.trees.tree_format_error import TreeFormatError
from keras_tpr.trees.word_order import word_order

ParentPointers = collections.namedtuple(
    "ParentPointers", ["parents", "words", "labels"]
)


def from_parents(parents, words, labels=None):
    """Makes a tree of the number of each node's parent.

    Nodes are numbered from 1; 0 is the parent of the root, and -1 stands for a
    node that is not in the tree, as punctuation in some dependency trees. The
    first nodes are the words, in the order of the sentence: all nodes in a
    dependency tree, the leaves in a constituency tree. Parents may come before
    or behind their children. Children are put into the order of the left-most
    word that they cover.

    Args:
        parents: An integer for each node.
        words: A string for each of the first nodes.
        labels: A label for each node, such as its class or its relation, None
            for a node without; or None if no node has one.

    Returns:
        A `Tree`. Words have a `position` if they are not in preorder.

    Raises:
        TreeFormatError: If the numbers are not those of one tree: a number
            out of range, no root or several, a cycle, a node without word and
            children, a parent that is not in the tree, or lengths that do not
            go together.
        TypeError: If a parent is not an integer.

    Example:

    >>> from keras_tpr.trees import from_parents
    >>> tree = from_parents([2, 0, 2], ["dogs", "chase", "cats"])
    >>> tree.word, [child.word for child in tree.children]
    ('chase', ['dogs', 'cats'])
    >>> from_parents([3, 3, 0], ["good", "film"], [1, 0, 1]).words()
    ['good', 'film']

    Reference:
        Tai et al., Improved Semantic Representations From Tree-Structured Long
        Short-Term Memory Networks, ACL 2015: the format of its release.
    """
    parents = [_integer(parent) for parent in parents]
    words = list(words)
    labels = [None] * len(parents) if labels is None else list(labels)
    _check_lengths(parents, words, labels)
    _check_parents(parents)
    order = _from_the_root(parents)
    children = _children(parents, order, len(words))
    positions = _positions(children, order[0], len(words))
    trees = [None] * len(parents)
    for node in reversed(order):
        trees[node] = Tree(
            labels[node],
            [trees[child] for child in children[node]],
            words[node] if node < len(words) else None,
            positions.get(node),
        )
    return trees[order[0]]


def to_parents(tree):
    """Writes a tree as the number of each node's parent.

    Args:
        tree: A `Tree`.

    Returns:
        A named tuple of lists: `parents`, an integer for each node; `words`,
        one for each of the first nodes; and `labels`, one for each node.
        Nodes with a word come first, in the order of the sentence, then the
        others, each behind its children: `from_parents` gives the tree back.

    Example:

    >>> from keras_tpr.trees import from_brackets, to_parents
    >>> pointers = to_parents(from_brackets("(1 (1 good) (0 film))"))
    >>> pointers.parents, pointers.words, pointers.labels
    ([3, 3, 0], ['good', 'film'], ['1', '0', '1'])
    """
    nodes, parents = preorder_with_parents(tree)
    with_word = word_order(nodes)
    others = [i for i, node in enumerate(nodes) if node.word is None]
    order = with_word + others[::-1]
    number = {i: n for n, i in enumerate(order, start=1)}
    number[None] = 0
    return ParentPointers(
        parents=[number[parents[i]] for i in order],
        words=[nodes[i].word for i in with_word],
        labels=[nodes[i].label for i in order],
    )


def _integer(parent):
    try:
        return operator.index(parent)
    except TypeError as error:
        raise TypeError(
            f"`parents` must be integers. Received {parent!r}; a line of text "
            "is split and converted first."
        ) from error


def _check_lengths(parents, words, labels):
    if not parents:
        raise TreeFormatError("`parents` is empty: a tree has a root.")
    if len(labels) != len(parents):
        raise TreeFormatError(
            f"`labels` must have one label for each of the {len(parents)} "
            f"nodes in `parents`. Received {len(labels)}."
        )
    if not 0 < len(words) <= len(parents):
        raise TreeFormatError(
            f"`words` must have one word for each of the first nodes, at most "
            f"{len(parents)}, the length of `parents`. Received {len(words)}."
        )


def _check_parents(parents):
    for node, parent in enumerate(parents, start=1):
        if not -1 <= parent <= len(parents):
            raise TreeFormatError(
                f"Node {node} has the parent {parent}. Among {len(parents)} "
                "nodes it must be a node from 1, 0 for the root, or -1 for a "
                "node that is not in the tree."
            )
        if parent > 0 and parents[parent - 1] == -1:
            raise TreeFormatError(
                f"Node {node} has the parent {parent}, which is not in the "
                "tree, as its own parent is -1."
            )
    roots = [node for node, parent in enumerate(parents, 1) if parent == 0]
    if len(roots) != 1:
        found = f"the nodes {roots[:10]}" if roots else "none"
        raise TreeFormatError(
            f"`parents` must have one root, a node whose parent is 0. Found "
            f"{found} among {len(parents)} nodes."
        )


def _from_the_root(parents):
    """Nodes of the tree, from 0, each behind its parent."""
    below = [[] for _ in range(len(parents) + 1)]
    for node, parent in enumerate(parents):
        if parent >= 0:
            below[parent].append(node)
    order = list(below[0])
    for node in order:
        order.extend(below[node + 1])
    if len(order) < sum(parent >= 0 for parent in parents):
        raise _cycle(parents, set(order))
    return order


def _cycle(parents, reached):
    """The error of a node from which no way leads to the root."""
    node = next(
        node
        for node, parent in enumerate(parents)
        if parent >= 0 and node not in reached
    )
    path = []
    while node not in path:
        path.append(node)
        node = parents[node] - 1
    cycle = [*path[path.index(node) :], node]
    shown = " -> ".join(str(n + 1) for n in cycle[:20])
    return TreeFormatError(
        f"`parents` has a cycle, from node to parent: {shown}."
    )


def _children(parents, order, num_words):
    """Children of each node, by the first word that they cover."""
    first_word = list(range(num_words)) + [None] * (len(parents) - num_words)
    children = [[] for _ in parents]
    for node in reversed(order):
        children[node].sort(key=first_word.__getitem__)
        covered = [first_word[child] for child in children[node][:1]]
        if node < num_words:
            covered.append(node)
        if not covered:
            raise TreeFormatError(
                f"Node {node + 1} has neither a word nor children. There are "
                f"{num_words} `words`, for the first nodes."
            )
        first_word[node] = min(covered)
        if parents[node]:
            children[parents[node] - 1].append(node)
    return children


def _positions(children, root, num_words):
    """Places of the words in the sentence, unless they are in preorder."""
    found, stack = [], [root]
    while stack:
        node = stack.pop()
        if node < num_words:
            found.append(node)
        stack.extend(children[node][::-1])
    in_order = sorted(found)
    if found == in_order:
        return {}
    return {node: place for place, node in enumerate(in_order)}
