"""Trees as rows of segments, from the words up, and back."""

import dataclasses
import itertools

from keras_tpr.trees.tree import Tree

LABEL_MODES = ("null", "carry")


@dataclasses.dataclass(frozen=True)
class Rows:
    """A tree over `T` words as rows of segments.

    Row `k`, from 2, divides the sentence into the highest nodes of height `k`
    at most, where a word's pre-terminal has height 1. Words next to each other
    are in one part if their bits are equal. A part is born in row `k` if its
    node has the height `k`; the others are carried over from the row below.

    Attributes:
        words: The words.
        pos: The labels of their pre-terminals.
        bits: For each row a list of `T` bits. The first is 0; each part has
            the other bit than the part before.
        labels: For each row a list of `T` labels, those of the part that each
            word is in. With `label_mode="null"` a carried part has None; with
            `"carry"` it has its label of the row below.
        label_mode: See `encode_rows`.
    """

    words: list
    pos: list
    bits: list
    labels: list
    label_mode: str = "null"


def encode_rows(tree, label_mode="null"):
    """Writes a constituency tree as rows, from which it can be built again.

    Args:
        tree: A `Tree` with words at the leaves only. Its inner nodes have
            labels; see `clean`.
        label_mode: What stands for a part that is carried over: `"null"`,
            None; `"carry"`, its own label once more, which tells nothing from
            a node above a single one with the same label.

    Returns:
        `Rows`. `decode_rows` gives the same tree.

    Raises:
        TypeError: If `tree` is not a `Tree`.
        ValueError: If a node has a word beside children or a position, as in
            dependency trees; if an inner node has no label; or, with
            `"carry"`, if a node has a single child with the same label.

    Example:

    >>> from keras_tpr.trees import encode_rows, from_brackets
    >>> text = "(S (NNP John) (VP (VBD hit) (NP (DT the) (NN ball))))"
    >>> rows = encode_rows(from_brackets(text))
    >>> rows.bits
    [[0, 1, 0, 0], [0, 1, 1, 1], [0, 0, 0, 0]]
    >>> rows.labels[:2]
    [[None, None, 'NP', 'NP'], [None, 'VP', 'VP', 'VP']]

    Reference:
        Huang et al., Attentive Tensor Product Learning, AAAI 2019, section 5.
    """
    _check_mode(label_mode)
    if not isinstance(tree, Tree):
        raise TypeError(
            f"`tree` must be a `keras_tpr.trees.Tree`. Received "
            f"{type(tree).__name__}; see `from_brackets` and `from_nltk`."
        )
    leaves, born = _nodes_by_height(tree, label_mode)
    pos = [leaf.label for leaf in leaves]
    starts = [1] * len(leaves)  # whether a part begins at each word
    below = list(pos) if label_mode == "carry" else [None] * len(leaves)
    bits, labels = [], []
    for nodes in born:
        row = list(below)
        for label, first, last in nodes:
            inner = last - first - 1
            starts[first + 1 : last] = [0] * inner
            row[first:last] = [label] * (inner + 1)
        bits.append(_alternating(starts))
        labels.append(row)
        if label_mode == "carry":
            below = row
    words = [leaf.word for leaf in leaves]
    return Rows(words, pos, bits, labels, label_mode)


def decode_rows(rows, root_label="S"):
    """Builds the tree of rows, whatever they hold.

    Parts are never split again: of each part of the row below, only the bit
    and the label at its first word are read. A part of several that has no
    label, and the root of what is left in pieces, get `root_label`. Takes time
    that is linear in the size of the rows.

    Args:
        rows: `Rows`.
        root_label: See above.

    Returns:
        A `Tree` over all words.

    Raises:
        ValueError: If there are no words, or a row has not one bit and one
            label for each.

    Example:

    >>> from keras_tpr.trees import Rows, decode_rows, to_brackets
    >>> rows = Rows(["go", "on"], ["VB", "RP"], [[0, 0]], [["VP", "VP"]])
    >>> to_brackets(decode_rows(rows))
    '(VP (VB go) (RP on))'
    """
    _check_mode(rows.label_mode)
    _check_rows(rows)
    carries = _CARRIES[rows.label_mode]
    # Where each begins, its tree, and its label in the row below.
    pieces = [
        (start, Tree(label, word=word), label)
        for start, (label, word) in enumerate(
            zip(rows.pos, rows.words, strict=True)
        )
    ]
    for bits, labels in zip(rows.bits, rows.labels, strict=True):
        merged = []
        for group in _parts(pieces, bits):
            start, tree, below = group[0]
            label = labels[start]
            if len(group) > 1 or not carries(label, below):
                name = root_label if label is None else label
                tree = Tree(name, [member[1] for member in group])
                group[0] = start, tree, label
            merged.append(group[0])
        pieces = merged
    if len(pieces) > 1:
        return Tree(root_label, [tree for _, tree, _ in pieces])
    return pieces[0][1]


# Whether a part of one, with its label and that of the row below, is carried.
_CARRIES = {
    "null": lambda label, below: label is None,
    "carry": lambda label, below: label is None or label == below,
}


def _parts(pieces, bits):
    """Lists of adjacent pieces that begin with equal bits."""
    groups = itertools.groupby(pieces, lambda piece: bits[piece[0]])
    return [list(group) for _, group in groups]


def _nodes_by_height(tree, label_mode):
    """The leaves, and for each height from 2 the nodes, with their words.

    Returns:
        `(leaves, born)`: `born[k]` is a list of `(label, first, last)`.
    """
    leaves, born = [], []

    def measured(node, children):
        """Height, first word and the one behind the last."""
        _check_node(node, label_mode)
        if node.is_leaf:
            leaves.append(node)
            return 1, len(leaves) - 1, len(leaves)
        height = 1 + max(child[0] for child in children)
        first, last = children[0][1], children[-1][2]
        if len(born) < height - 1:
            born.append([])
        born[height - 2].append((node.label, first, last))
        return height, first, last

    tree.fold(measured)
    return leaves, born


def _alternating(starts):
    """Bits of which those of a part differ from those of the part before."""
    bits, bit = [], 1
    for start in starts:
        bit ^= start
        bits.append(bit)
    return bits


def _check_mode(label_mode):
    if label_mode not in LABEL_MODES:
        raise ValueError(
            f"`label_mode` must be one of {LABEL_MODES}. Received: "
            f"{label_mode!r}."
        )


def _check_node(node, label_mode):
    if node.position is not None or (node.word is not None and node.children):
        raise ValueError(
            f"The node {node.label!r} has the word {node.word!r} beside "
            "children or out of order, as in a dependency tree. Rows are those "
            "of constituency trees, with words at the leaves only."
        )
    if node.is_leaf:
        return
    if node.label is None:
        raise ValueError(
            "An inner node has no label, which in rows stands for a part that "
            "is carried over. `clean` takes off an outer bracket without "
            "label, `tree.map_labels` names others."
        )
    same = len(node.children) == 1 and node.children[0].label == node.label
    if label_mode == "carry" and same:
        raise ValueError(
            f"A node {node.label!r} has a single child with the same label, "
            'which `label_mode="carry"` takes for one that is carried over. '
            'Use `collapse_unary` first, or `label_mode="null"`.'
        )


def _check_rows(rows):
    count = len(rows.words)
    if not count:
        raise ValueError("`rows` has no words, and so no tree.")
    if len(rows.pos) != count:
        raise ValueError(
            f"`rows` has {count} words, but {len(rows.pos)} labels in `pos`."
        )
    if len(rows.bits) != len(rows.labels):
        raise ValueError(
            f"`rows` has {len(rows.bits)} rows of `bits`, but "
            f"{len(rows.labels)} of `labels`."
        )
    for name in ("bits", "labels"):
        for number, row in enumerate(getattr(rows, name), start=2):
            if len(row) != count:
                raise ValueError(
                    f"Row {number} has {len(row)} {name} for {count} words."
                )
