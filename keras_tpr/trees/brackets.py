"""Trees as text with brackets, the format of the Penn Treebank."""

import re

from keras_tpr.trees.bracket_escapes import escape_all, escape_round_brackets
from keras_tpr.trees.read_trees import read_trees
from keras_tpr.trees.tree_format_error import TreeFormatError

_BLANK = re.compile(r"\s", re.ASCII)


def from_brackets(text, unescape=False, dependencies=False):
    """Reads the one tree of a string.

    Args:
        text: A string such as `(S (NP (NN dog)) (VBZ barks))`.
        unescape: See `read_trees`.
        dependencies: See `read_trees`.

    Returns:
        A `Tree` with strings as labels.

    Raises:
        TreeFormatError: If the text is malformed, or if it holds no tree or
            several.
        TypeError: If `text` is not a string.

    Example:

    >>> from keras_tpr.trees import from_brackets
    >>> from_brackets("(2 (2 a) (3 gem))").words()
    ['a', 'gem']
    """
    if not isinstance(text, str):
        raise TypeError(
            f"`text` must be a string. Received {type(text).__name__}; for "
            "lines of a file use `read_trees`."
        )
    trees = read_trees(text, unescape, dependencies)
    tree = next(trees, None)
    if tree is None:
        raise TreeFormatError(f"There is no tree in {text[:80]!r}.")
    if next(trees, None) is not None:
        raise TreeFormatError(
            "There is more than one tree in the text. Use `read_trees` to "
            f"read all of them. Received {text[:80]!r}."
        )
    return tree


def to_brackets(tree, escape=False):
    r"""Writes a tree in one line.

    Reading the line again gives an equal tree, if labels are strings and words
    hold no brackets. Brackets in words and labels become `-LRB-` and `-RRB-`,
    as they mean structure; `from_brackets(..., unescape=True)` brings those in
    words back. In a dependency tree the head stands among its dependents, in
    the order of the sentence: read it with `dependencies=True`.

    Args:
        tree: A `Tree`.
        escape: Whether `[`, `]`, `{`, `}`, `/` and `*` in words are escaped,
            too, as in the Penn Treebank (`-LSB-`, `-RSB-`, `-LCB-`, `-RCB-`,
            `\/`, `\*`).

    Returns:
        A string.

    Raises:
        ValueError: If a word or label is empty or holds a blank, if a node
            with a word has no label, or if branches cross.

    Example:

    >>> from keras_tpr.trees import Tree, to_brackets
    >>> to_brackets(Tree("NP", [Tree("DT", word="a"), Tree("NN", word="dog")]))
    '(NP (DT a) (NN dog))'
    """
    escaped = escape_all if escape else escape_round_brackets
    before_word = _children_before_words(tree)
    parts, stack = [], [tree]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            parts.append(item)
            continue
        parts.append(f"({_label_text(item)}")
        contents = list(item.children)
        if item.word is not None:
            word = _written(escaped(item.word), "word")
            contents.insert(before_word.get(id(item), 0), word)
        stack.append(")")
        for content in reversed(contents):
            stack.extend([content, " "])
    return "".join(parts)


def _label_text(node):
    if node.label is not None:
        return _written(escape_round_brackets(str(node.label)), "label")
    if node.word is not None:
        raise ValueError(
            f"The node with the word {node.word!r} has no label, without "
            "which it cannot be written in brackets. Give it one with "
            "`tree.map_labels`."
        )
    return ""


def _written(text, kind):
    if not text or _BLANK.search(text):
        raise ValueError(
            f"A {kind} in brackets must not be empty or hold blanks. Received "
            f"{text!r}. Change it with `tree.map_{kind}s`."
        )
    return text


def _children_before_words(tree):
    """How many children stand before the word, for nodes with positions.

    Returns:
        A dict from the identity of a node to a number.
    """
    if tree.word_nodes()[0].position is None:
        return {}
    counts = {}

    def positions_covered(node, ranges):
        """The first and the last position below a node."""
        if node.word is not None:
            place = node.position
            count = sum(first < place for first, _ in ranges)
            counts[id(node)] = count
            ranges.insert(count, (place, place))
        for (_, last), (first, _) in zip(ranges, ranges[1:], strict=False):
            if first <= last:
                raise ValueError(
                    "Brackets cannot hold branches that cross, or children "
                    "that are not in the order of the sentence. Use "
                    f"`to_parents`. Received such a node: {node.label!r}."
                )
        return ranges[0][0], ranges[-1][1]

    tree.fold(positions_covered)
    return counts
