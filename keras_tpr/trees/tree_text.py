"""Trees drawn as text."""

_BRANCH = "├── ", "│   "  # to a node, and beside what is below it
_LAST_BRANCH = "└── ", "    "


def tree_text(tree, node_text=None):
    """Draws a tree with one line for each node.

    Args:
        tree: A `Tree`.
        node_text: Called with each node; returns the text of its line. By
            default the label and the word.

    Returns:
        A string of lines.

    Example:

    >>> from keras_tpr.trees import from_brackets, tree_text
    >>> print(tree_text(from_brackets("(S (NP (DT a) (NN dog)) (VBZ barks))")))
    S
    ├── NP
    │   ├── DT a
    │   └── NN dog
    └── VBZ barks
    """
    node_text = node_text or _label_and_word
    lines = []
    stack = [(tree, "", "")]
    while stack:
        node, margin, margin_below = stack.pop()
        lines.append(margin + node_text(node))
        branch = _LAST_BRANCH  # the first on the stack comes out last
        for child in reversed(node.children):
            to_child, beside = branch
            stack.append(
                (child, margin_below + to_child, margin_below + beside)
            )
            branch = _BRANCH
    return "\n".join(lines)


def _label_and_word(node):
    parts = [part for part in (node.label, node.word) if part is not None]
    return " ".join(map(str, parts)) or "·"
