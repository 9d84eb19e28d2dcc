"""Tells trees in brackets from texts that begin with a bracket."""

import re

# A bracket within the first one, or a single word beside a class: no text
# begins like the former, or is like the latter.
_TREE = re.compile(r"\s*\(\s*(?:[^\s()]*\s*\(|-?\d+\s+[^\s()]+\s*\)\s*\Z)")


def looks_like_tree(text):
    """Whether a string is to be read as a tree.

    Args:
        text: a string.

    Returns:
        True for a bracket within the first one, and for a single word with
        the number of a class.

    Example:

    >>> from zoo.tree_lstm.looks_like_tree import looks_like_tree
    >>> looks_like_tree("(3 (2 a) (4 gem))"), looks_like_tree("(3 gem)")
    (True, True)
    >>> looks_like_tree("(It is a good film)")
    False
    """
    return _TREE.match(text) is not None
