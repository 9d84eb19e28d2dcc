"""Places of nodes and words in a drawing of a tree."""

import dataclasses
import itertools

from keras_tpr.trees.preorder_with_parents import preorder_with_parents
from keras_tpr.trees.word_order import word_order


@dataclasses.dataclass(frozen=True)
class TreeLayout:
    """A tree laid out along its sentence; all lists are in preorder.

    Args:
        nodes: The nodes.
        parents: For each the place of its parent, None for the root.
        depths: For each the number of edges to the root.
        centers: For each its centre along the sentence.
        words: The places of the nodes with words, in the order of the
            sentence.
        word_centers: For each word its centre along the sentence.
        spans: For each node the first and the last word that it covers, as
            places in `words`.
        length: The length of the whole along the sentence.
    """

    nodes: list
    parents: list
    depths: list
    centers: list
    words: list
    word_centers: list
    spans: list
    length: float


def lay_out(tree, label_length, word_length):
    """Lays a tree out along its sentence, without overlaps.

    Every word has a part of the length for itself. A node with a word is in
    the middle of its word's part, another one in the middle of the parts of
    all words below it, which are made as long as its label needs.

    Args:
        tree: A `Tree`.
        label_length: Called with a node; the length that its label takes.
        word_length: Called with a node with a word; the length that the word
            takes.

    Returns:
        A `TreeLayout`.
    """
    nodes, parents = preorder_with_parents(tree)
    words = word_order(nodes)
    spans = _spans(parents, words)
    # Where a node has a word, the label stands with it.
    beside = {place: (i, i) for i, place in enumerate(words)}
    parts = [word_length(nodes[place]) for place in words]
    for place in reversed(range(len(nodes))):
        first, last = beside.get(place, spans[place])
        missing = label_length(nodes[place]) - sum(parts[first : last + 1])
        if missing > 0:
            for i in range(first, last + 1):
                parts[i] += missing / (last + 1 - first)
    edges = list(itertools.accumulate(parts, initial=0))
    stands = [beside.get(place, spans[place]) for place in range(len(nodes))]
    return TreeLayout(
        nodes=nodes,
        parents=parents,
        depths=_depths(parents),
        centers=[(edges[i] + edges[j + 1]) / 2 for i, j in stands],
        words=words,
        word_centers=[sum(pair) / 2 for pair in itertools.pairwise(edges)],
        spans=spans,
        length=edges[-1],
    )


def _spans(parents, words):
    """First and last word below each node."""
    first = [len(words)] * len(parents)
    last = [-1] * len(parents)
    for i, place in enumerate(words):
        first[place] = last[place] = i
    for place in reversed(range(1, len(parents))):
        parent = parents[place]
        first[parent] = min(first[parent], first[place])
        last[parent] = max(last[parent], last[place])
    return list(zip(first, last, strict=True))


def _depths(parents):
    depths = [0]
    for parent in parents[1:]:
        depths.append(depths[parent] + 1)
    return depths
