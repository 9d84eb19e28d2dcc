"""The labels of phrases of a treebank."""

import collections

from keras_tpr.trees import collapse_unary


def tree_labels(trees, min_count=3):
    """Labels, most frequent first.

    Args:
        trees: `Tree`s.
        min_count: Times that the joint label of a chain occurs; rarer ones
            become their top label.

    Returns:
        A list of names, `A+B` for chains.
    """
    counts = collections.Counter(
        node.label
        for tree in trees
        for node in collapse_unary(tree).preorder()
        if not node.is_leaf
    )
    tops = {label.partition("+")[0] for label in counts}
    kept = [label for label, count in counts.items() if count >= min_count]
    return sorted({*kept, *tops}, key=lambda name: (-counts[name], name))
