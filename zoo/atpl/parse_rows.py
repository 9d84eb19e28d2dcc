"""From scores to the rows of trees."""

import numpy as np

from keras_tpr.trees import Rows, Tree
from zoo.atpl.chart_search import chart_search
from zoo.atpl.label_classes import NULL


def rows_of_scores(scores, words, tags, classes, options, gold=None):
    """Decides row by row, each from the parts of the row below.

    Args:
        scores: dict of `bits` `(S, T, 2)` and `labels` `(S, T, C)` of one
            sentence, for `S` sets of weights; see `RoleRowNetwork`.
        words, tags: of the sentence.
        classes: a `LabelClasses`.
        options: `label_mode`, `bit_encoding` and `max_layers`, as an object.
        gold: None to find the bits; or a list of rows of alternating bits, to
            find labels only.

    Returns:
        `(rows, probabilities)`: `Rows`; and for each row `(T,)`, the
        probability that a part begins at a word, none for gold bits.
    """
    carry = options.label_mode == "carry"
    labels_below = [classes.number(tag) for tag in tags] if carry else None
    starts = np.ones(len(words), bool)
    bits, labels, found = [], [], []
    for row in range(options.max_layers - 1):
        if gold is not None and row == len(gold):
            break
        if row and starts.sum() == 1:
            break
        place = min(row, len(scores["bits"]) - 1)
        if gold is None:
            new, share = _next_starts(
                scores["bits"][place], starts, options.bit_encoding
            )
            found.append(share)
        else:
            new = np.diff(gold[row], prepend=1 - gold[row][0]) != 0
        mean = part_means(scores["labels"][place], new)
        members = np.add.reduceat(starts.astype(int), np.flatnonzero(new))
        numbers = _labels(mean, members, row, carry, classes, labels_below, new)
        starts = new
        parts = np.cumsum(new) - 1
        if carry:
            labels_below = list(np.asarray(numbers)[parts])
        bits.append((parts % 2).tolist())
        labels.append([classes.names[numbers[part]] for part in parts])
    return Rows(words, tags, bits, labels, options.label_mode), found


def part_means(values, starts):
    """Means `(P, C)` of values `(T, C)` over the parts that begin there."""
    places = np.flatnonzero(starts)
    sizes = np.diff(np.append(places, len(starts)))
    return np.add.reduceat(values, places, axis=0) / sizes[:, np.newaxis]


def _next_starts(bits, starts, bit_encoding):
    """Where the parts of the next row begin, and how probable that is.

    Args:
        bits: scores of both bits, `(T, 2)`.
        starts: where the parts of the row below begin, `(T,)`.
        bit_encoding: what a bit says; see `part_starts`.
    """
    means = part_means(bits.astype("float64"), starts)
    one = 1.0 / (1.0 + np.exp(means[:, 0] - means[:, 1]))
    if bit_encoding == "boundary":
        share, begins = one, one >= 0.5
    else:
        # A part begins where the bit is another one than before.
        before = np.append(1.0 - one[0], one[:-1])
        share = one * (1.0 - before) + before * (1.0 - one)
        begins = (one >= 0.5) != (before >= 0.5)
    begins[0] = True
    parts = np.cumsum(starts) - 1
    return starts & begins[parts], np.where(starts, share[parts], 0.0)


def _labels(mean, members, row, carry, classes, below, starts):
    """The class of each part of a row.

    A part of several has a label of phrases. A part of one is born in the
    first row only, as chains are one node; carried over, it has no label, or
    with `"carry"` its own once more.
    """
    count = 1 + len(classes.labels)
    phrases = 1 + mean[:, 1:count].argmax(axis=-1)
    if carry:
        own = np.array(below)[np.flatnonzero(starts)]
        allowed = mean[:, 1:].copy()
        # Of tags, that of the word itself alone.
        allowed[:, count - 1 :] = -np.inf
        rows = np.arange(len(own))
        allowed[rows, own - 1] = mean[rows, own]
        single = 1 + allowed.argmax(axis=-1) if row == 0 else own
    elif row == 0:
        single = mean[:, :count].argmax(axis=-1)
    else:
        single = np.full(len(mean), NULL)
    return np.where(members > 1, phrases, single)


def rows_with_gold_null(rows, gold, scores, classes):
    """Gives labels to exactly the parts that have one in gold rows.

    Args:
        rows: `Rows` with gold bits, and labels that were found.
        gold: the gold `Rows`, with `label_mode="null"`; those above the
            highest of `rows` are left out.
        scores: `(S, T, C)` of labels.
        classes: a `LabelClasses`.
    """
    labels = []
    gold_rows = gold.labels[: len(rows.bits)]
    for row, (bits, gold_row) in enumerate(
        zip(rows.bits, gold_rows, strict=True)
    ):
        starts = np.diff(bits, prepend=1 - bits[0]) != 0
        mean = part_means(scores[min(row, len(scores) - 1)], starts)
        best = 1 + mean[:, 1 : 1 + len(classes.labels)].argmax(axis=-1)
        parts = np.cumsum(starts) - 1
        labels.append(
            [
                None if name is None else classes.names[best[part]]
                for name, part in zip(gold_row, parts, strict=True)
            ]
        )
    return Rows(rows.words, rows.pos, rows.bits, labels)


def tree_of_spans(scores, words, tags, classes, root_label, gold=None):
    """The tree of scores of all phrases.

    Args:
        scores: `(T, T, C)`; see `SpanNetwork`.
        words, tags: of the sentence.
        classes: a `LabelClasses`.
        root_label: of what is left in pieces.
        gold: None to search for the phrases; or those that there are, as pairs
            `(first, last)`, the inner ones first, of which labels are found.

    Returns:
        `(tree, probabilities)`: a `Tree` with joint labels, and for each node
        in postorder how probable it is that there is a phrase, 1 for words.
    """
    best = 1 + scores[..., 1:].argmax(axis=-1)
    gain = np.take_along_axis(scores, best[..., np.newaxis], -1)[..., 0]
    gain = gain - scores[..., NULL]
    phrases = chart_search(gain) if gold is None else gold
    shares = 1.0 - _null_share(scores)
    probabilities = []
    # Trees whose parent is still to come, with their first words.
    pieces, word = [], 0
    for first, last in _outermost_last(phrases):
        while word <= last:
            pieces.append((word, Tree(tags[word], word=words[word])))
            probabilities.append(1.0)
            word += 1
        place = len(pieces)
        while place and pieces[place - 1][0] >= first:
            place -= 1
        label = classes.names[best[first, last]]
        node = Tree(label, [tree for _, tree in pieces[place:]])
        pieces[place:] = [(first, node)]
        probabilities.append(float(shares[first, last]))
    for number in range(word, len(words)):
        pieces.append((number, Tree(tags[number], word=words[number])))
        probabilities.append(1.0)
    trees = [tree for _, tree in pieces]
    if len(trees) == 1:
        return trees[0], probabilities
    return Tree(root_label, trees), [*probabilities, 0.0]


def _outermost_last(phrases):
    """Phrases by their last word, then the shorter first: a postorder."""
    return sorted(phrases, key=lambda span: (span[1], -span[0]))


def _null_share(scores):
    shifted = scores - scores.max(axis=-1, keepdims=True)
    weights = np.exp(shifted)
    return weights[..., NULL] / weights.sum(axis=-1)
