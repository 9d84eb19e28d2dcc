"""Removal of what parsers and their scores leave out of treebanks."""

import re

from keras_tpr.trees.tree import Tree

TRACE_LABEL = "-NONE-"
TOP_LABELS = frozenset([None, "TOP", "ROOT", "S1"])
# The first of the fields of `NP-SBJ-1`, `NP=2` and `ADVP|PRT`. Labels such as
# -LRB- begin with a separator and are whole.
_CATEGORY = re.compile(r"[^-=|]+")


def clean(tree, keep_traces=False):
    """Removes traces, function tags, indices and the outer bracket.

    `( (S (NP-SBJ-1 (NNS dogs)) (VP (VBP bark) (NP (-NONE- *-1)))))` becomes
    `(S (NP (NNS dogs)) (VP (VBP bark)))`. A label is cut at its first `-`, `=`
    or `|`, unless it begins with one, as `-LRB-` does. The outer bracket is
    taken off if it has one child and no label, or the label TOP, ROOT or S1.
    Punctuation stays.

    Args:
        tree: A `Tree`. Labels that are not strings stay as they are.
        keep_traces: Whether to keep the leaves labelled `-NONE-` and the
            nodes that have nothing else.

    Returns:
        A `Tree`, or None if nothing is left of it.

    Example:

    >>> from keras_tpr.trees import clean, from_brackets, to_brackets
    >>> text = "( (S (NP-SBJ (-NONE- *)) (VP (VB go)) (. !)))"
    >>> to_brackets(clean(from_brackets(text)))
    '(S (VP (VB go)) (. !))'
    """

    def cleaned(node, children):
        if node.is_leaf and node.label == TRACE_LABEL and not keep_traces:
            return None
        children = [child for child in children if child is not None]
        if node.word is None and not children:
            return None
        label = _category(node.label)
        return Tree(label, children, node.word, node.position)

    result = tree.fold(cleaned)
    while result is not None and _is_top(result):
        (result,) = result.children
    return result


def _category(label):
    match = _CATEGORY.match(label) if isinstance(label, str) else None
    return match.group() if match else label


def _is_top(node):
    return (
        node.label in TOP_LABELS
        and node.word is None
        and len(node.children) == 1
    )
