"""Trees for sentences that come without one."""

from keras_tpr.trees import Tree, from_parents

STRUCTURES = ("right_branching", "balanced")
KINDS = ("constituency", "dependency")


def structured_tree(words, structure, kind="constituency"):
    """Puts words into a tree of a fixed form, which knows no grammar.

    Args:
        words: strings, at least one.
        structure: `"right_branching"`, where each word comes with all that
            follow it, or, of a dependency tree, governs the next one; or
            `"balanced"`, where neighbours are joined level by level, or each
            middle word governs the halves beside it.
        kind: of tree, `"constituency"` or `"dependency"`.

    Returns:
        A `Tree` without labels.

    Raises:
        ValueError: if there are no words, or `structure` is another.

    Example:

    >>> from zoo.tree_lstm.structured_tree import structured_tree
    >>> tree = structured_tree("not a bad film".split(), "balanced")
    >>> [child.words() for child in tree.children]
    [['not', 'a'], ['bad', 'film']]
    """
    check_structure(structure)
    words = list(words)
    if not words:
        raise ValueError("`words` is empty: a tree has at least one.")
    makers = {
        ("right_branching", "constituency"): _right_branching,
        ("balanced", "constituency"): _balanced,
        ("right_branching", "dependency"): _chain,
        ("balanced", "dependency"): _halves,
    }
    return makers[structure, kind](words)


def check_structure(structure):
    """Raises a `ValueError` unless there are trees of this form."""
    if structure not in STRUCTURES:
        raise ValueError(
            f"`structure` must be one of {STRUCTURES}, or None. Received: "
            f"structure={structure!r}."
        )


def _right_branching(words):
    tree = Tree(None, word=words[-1])
    for word in words[-2::-1]:
        tree = Tree(None, [Tree(None, word=word), tree])
    return tree


def _balanced(words):
    level = [Tree(None, word=word) for word in words]
    while len(level) > 1:
        pairs = zip(level[::2], level[1::2], strict=False)
        above = [Tree(None, pair) for pair in pairs]
        # Of an odd number, the last one waits.
        level = above + level[2 * len(above) :]
    return level[0]


def _chain(words):
    tree = Tree(None, word=words[-1])
    for word in words[-2::-1]:
        tree = Tree(None, [tree], word)
    return tree


def _halves(words):
    parents = [0] * len(words)
    # First and last word, and the number of the word that governs them.
    ranges = [(0, len(words), 0)]
    while ranges:
        first, end, parent = ranges.pop()
        if first == end:
            continue
        middle = (first + end) // 2
        parents[middle] = parent
        ranges += [(first, middle, middle + 1), (middle + 1, end, middle + 1)]
    return from_parents(parents, words)
