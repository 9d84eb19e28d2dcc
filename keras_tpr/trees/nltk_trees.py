"""Conversion to and from the trees of NLTK."""

from keras_tpr.trees.tree import Tree
from keras_tpr.trees.tree_format_error import TreeFormatError


def from_nltk(tree):
    """Makes a `Tree` of an NLTK tree.

    Args:
        tree: An `nltk.Tree` or one of its subclasses. Leaves are strings
            below a pre-terminal, or pairs of a word and its part of speech, as
            chunkers give them.

    Returns:
        A `Tree`; an empty label becomes None.

    Raises:
        TypeError: If `tree` is no NLTK tree, or a leaf is neither a string nor
            a pair of strings.
        TreeFormatError: If a node has several words, a word beside children,
            or nothing.

    Example:

    >>> import nltk
    >>> from keras_tpr.trees import from_nltk
    >>> tree = from_nltk(nltk.Tree.fromstring("(NP (DT a) (NN dog))"))
    >>> tree.label, tree.words()
    ('NP', ['a', 'dog'])
    """
    import nltk

    if not isinstance(tree, nltk.Tree):
        raise TypeError(
            f"`tree` must be an nltk.Tree. Received {type(tree).__name__}; "
            "for text use `from_brackets`."
        )
    order, stack = [], [tree]
    while stack:
        node = stack.pop()
        order.append(node)
        stack.extend(c for c in reversed(node) if isinstance(c, nltk.Tree))
    trees = []  # whose parents are still to come, the first child on top
    for node in reversed(order):
        trees.append(_from_node(node, trees))
    return trees[0]


def to_nltk(tree):
    """Makes an NLTK tree.

    Args:
        tree: A `Tree` with words at the leaves only.

    Returns:
        An `nltk.Tree`; a node without label gets the label `""`.

    Raises:
        ValueError: If a node has a word beside children or branches cross,
            for which NLTK's trees have no place.

    Example:

    >>> from keras_tpr.trees import from_brackets, to_nltk
    >>> print(to_nltk(from_brackets("(NP (DT a) (NN dog))")))
    (NP (DT a) (NN dog))
    """
    import nltk

    def nltk_node(node, children):
        if node.word is not None and (children or node.position is not None):
            raise ValueError(
                "NLTK's trees have words at the leaves only, in the order of "
                f"the sentence. Received the node {node.label!r} with the "
                f"word {node.word!r}, as in a dependency tree. `to_parents` "
                "keeps it."
            )
        label = "" if node.label is None else node.label
        return nltk.Tree(label, children or [node.word])

    return tree.fold(nltk_node)


def _from_node(node, trees):
    """Makes a `Tree` of one node, with the subtrees made before as children.

    Args:
        node: An `nltk.Tree`.
        trees: A stack of `Tree` with those of this node on top, the first
            child uppermost. They are taken off.
    """
    label = None if node.label() == "" else node.label()
    children, words = [], []
    for child in node:
        if isinstance(child, str):
            words.append(child)
        elif isinstance(child, tuple):
            children.append(_from_pair(child))
        elif isinstance(child, list):
            children.append(trees.pop())
        else:
            raise TypeError(
                "Leaves must be strings or pairs of a word and its part of "
                f"speech. Received {child!r} in the node {label!r}."
            )
    if len(words) > 1 or bool(words) == bool(children):
        raise TreeFormatError(
            "A node must have either children or a single word. Received "
            f"{len(children)} children and the words {words[:5]} in the node "
            f"{label!r}."
        )
    return Tree(label, children, words[0] if words else None)


def _from_pair(pair):
    if len(pair) != 2 or not all(isinstance(part, str) for part in pair):
        raise TypeError(
            "A leaf that is a tuple must be a word and its part of speech. "
            f"Received {pair!r}."
        )
    word, tag = pair
    return Tree(tag, word=word)
