"""The best tree of scores of its phrases."""

import numpy as np


def chart_search(scores):
    """Finds the phrases of the tree whose scores add up to the most.

    A phrase that is left out scores 0, so that nodes may have any number of
    children, and those that would score less are no part of the tree.

    Args:
        scores: `(T, T)`, at `[i, j]` what the phrase from word `i` to word `j`
            adds; below the diagonal anything.

    Returns:
        The phrases as pairs `(first, last)`, those inside others before them.
        That of the whole sentence is always among them, unless it is one word.

    Reference:
        Younger, Recognition and Parsing of Context-Free Languages in Time n^3,
        1967, in the form of Stern et al., 2017.
    """
    length = len(scores)
    gains = np.maximum(np.asarray(scores, "float64"), 0.0)
    # Of the words from i up to, but not including, j.
    best = np.zeros((length + 1, length + 1))
    split = np.zeros((length + 1, length + 1), int)
    first = np.arange(length)
    best[first, first + 1] = gains[first, first]
    for size in range(2, length + 1):
        begin = np.arange(length - size + 1)[:, np.newaxis]
        middle = begin + np.arange(1, size)
        sums = best[begin, middle] + best[middle, begin + size]
        chosen = sums.argmax(axis=1)
        begin = begin[:, 0]
        best[begin, begin + size] = (
            sums[begin, chosen] + gains[begin, begin + size - 1]
        )
        split[begin, begin + size] = begin + 1 + chosen
    return _phrases(np.asarray(scores), split, length)


def _phrases(scores, split, length):
    found, stack = [], [(0, length)]
    while stack:
        begin, end = stack.pop()
        whole = end - begin == length > 1
        if whole or scores[begin, end - 1] > 0:
            found.append((begin, end - 1))
        if end - begin > 1:
            middle = split[begin, end]
            stack += [(begin, middle), (middle, end)]
    return found[::-1]
