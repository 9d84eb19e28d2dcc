"""The parts of the rows of a tree, as `ParseExplanation` shows them."""

import numpy as np

from keras_tpr.trees import encode_rows


def part_ends(bits):
    """The first word of each part of a row, and that behind its last one.

    Args:
        bits: the row, which alternate from part to part.

    Returns:
        A list of pairs of integers.
    """
    places = [*np.flatnonzero(np.diff(bits, prepend=1 - bits[0])), len(bits)]
    return [
        (int(first), int(end))
        for first, end in zip(places[:-1], places[1:], strict=True)
    ]


def row_parts(words, bits, labels, chance):
    """The parts of a row: their words, label, and how probable they are.

    Args:
        words: of the sentence.
        bits, labels: of the row, for each word.
        chance: `(first, end)` -> the probability of a part.
    """
    return [
        (" ".join(words[first:end]), labels[first], chance(first, end))
        for first, end in part_ends(bits)
    ]


def rows_of_tree(tree, chances):
    """The parts of the rows of a tree.

    Args:
        tree: a `Tree` with joint labels.
        chances: probabilities of its nodes, in postorder.
    """
    spans = _chances_of_spans(tree, chances)
    rows = encode_rows(tree)
    return [
        row_parts(
            rows.words,
            bits,
            labels,
            lambda first, end: spans.get((first, end), 1.0),
        )
        for bits, labels in zip(rows.bits, rows.labels, strict=True)
    ]


def _chances_of_spans(tree, chances):
    """Dict from the phrases of a tree, `(first, end)`, to probabilities."""
    numbers = iter(chances)
    words_before = iter(range(len(tree.words())))
    spans = {}

    def span(node, children):
        chance = next(numbers)
        if node.is_leaf:
            first = next(words_before)
            return first, first + 1
        found = children[0][0], children[-1][1]
        spans[found] = chance
        return found

    tree.fold(span)
    return spans
