"""The sentiment treebank as trees, with the classes of a task."""

import itertools

from recipes.datasets.prepared import prepared


def read_treebank(scheme, context, sizes=None):
    """Reads all splits.

    Args:
        scheme: A `LabelScheme`.
        context: The `Context` of the run; see `prepared`.
        sizes: Dict from splits to numbers of trees, the first ones; those of
            others are whole.

    Returns:
        A dict from `train`, `validation` and `test` to lists of `Tree`s, whose
        words are written as they are read: `(`, not `-LRB-`.
    """
    from recipes.datasets.sst_trees import SstTrees

    return {
        split: list(
            itertools.islice(_trees(examples, scheme), (sizes or {}).get(split))
        )
        for split, examples in prepared(SstTrees, context).items()
    }


def _trees(examples, scheme):
    from keras_tpr.trees import from_brackets

    for example in examples:
        tree = from_brackets(example["tree"].decode(), unescape=True)
        tree = scheme.relabelled(tree)
        if tree is not None:
            yield tree
