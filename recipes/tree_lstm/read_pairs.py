"""The pairs of SICK as trees, with their scores."""

import dataclasses

import numpy as np

from recipes.datasets.prepared import prepared


@dataclasses.dataclass(frozen=True)
class Pairs:
    """Pairs of dependency trees, and how related they are.

    Args:
        trees: List of pairs of `Tree`s.
        scores: float32 array of scores from 1 to 5.
    """

    trees: list
    scores: np.ndarray


def read_pairs(context, sizes=None):
    """Reads all splits.

    Args:
        context: The `Context` of the run; see `prepared`.
        sizes: Dict from splits to numbers of pairs, the first ones; those of
            others are whole.

    Returns:
        A dict from `train`, `validation` and `test` to `Pairs`.
    """
    from recipes.datasets.sick_relatedness import SickRelatedness

    splits = {}
    for split, examples in prepared(SickRelatedness, context).items():
        trees, scores = [], []
        for example in examples[: (sizes or {}).get(split)]:
            trees.append((_tree(example, "a"), _tree(example, "b")))
            scores.append(example["score"])
        splits[split] = Pairs(trees, np.array(scores, "float32"))
    return splits


def _tree(example, side):
    from keras_tpr.trees import from_parents

    return from_parents(
        [int(parent) for parent in example[f"parents_{side}"]],
        [word.decode() for word in example[f"words_{side}"]],
    )
