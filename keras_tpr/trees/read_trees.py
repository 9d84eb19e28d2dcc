"""Reader of trees written with brackets."""

import re
import sys

from keras_tpr.trees.bracket_escapes import unescape_word
from keras_tpr.trees.tree import Tree
from keras_tpr.trees.tree_format_error import TreeFormatError

# Only the blanks of ASCII separate: words may hold a no-break space. A leaf
# is one token, as most nodes are leaves.
_TOKEN = re.compile(
    r"\(\s*([^\s()]+)\s+([^\s()]+)\s*\)"  # a leaf: (label word)
    r"|\(\s*([^\s()]*)"  # the beginning of a node, with its label if any
    r"|(\))"
    r"|([^\s()]+)",
    re.ASCII,
)
_SHOWN = 40


def read_trees(lines, unescape=False, dependencies=False):
    r"""Reads trees in brackets, such as `(S (NP (NN dog)) (VBZ barks))`.

    A tree may go over several lines, and a line may hold several trees. Trees
    are read when asked for, so that files need not fit into memory. Only
    blanks of ASCII separate words. An outer bracket without label, as in
    `( (S ...))`, is a node whose `label` is None; `clean` takes it off.

    Args:
        lines: The lines of a file or another iterable of strings, or one
            string.
        unescape: Whether words are turned from the Penn Treebank's escapes
            (`-LRB-`, `-RRB-`, `-LSB-`, `-RSB-`, `-LCB-`, `-RCB-`, `\/`, `\*`)
            into what they stand for. Labels stay as they are.
        dependencies: Whether a node may have a word beside children, as in
            `(root (nsubj dogs) bark)`. Otherwise that is an error, as it is
            one in a constituency tree.

    Yields:
        Trees with strings as labels.

    Raises:
        TreeFormatError: If the text is malformed; it names line and tree and
            shows the place.
        TypeError: If `lines` gives anything but strings.

    Example:

    >>> from keras_tpr.trees import read_trees
    >>> text = "(3 (2 a) (4 gem)) (1 (2 a) (0 bore))"
    >>> [tree.label for tree in read_trees(text)]
    ['3', '1']
    """
    # Not `splitlines`, as words may hold separators of Unicode.
    lines = lines.split("\n") if isinstance(lines, str) else lines
    return _Reader(unescape, dependencies).read(lines)


class _Reader:
    """What has been read of the tree at hand, and where."""

    def __init__(self, unescape, dependencies):
        self.unescape = unescape
        self.dependencies = dependencies
        self.line = ""
        self.line_number = 0
        self.tree_number = 1
        self.first_line = None  # number and text of the line it begins in
        self.open_nodes = []
        self.num_words = 0
        self.in_preorder = True  # whether words come before their dependents

    def read(self, lines):
        # In the order of the groups of a token.
        steps = (None, None, self._leaf, self._begin, self._end, self._text)
        for self.line in lines:
            self.line_number += 1
            if not isinstance(self.line, str):
                raise TypeError(
                    "`lines` must give strings. Received "
                    f"{type(self.line).__name__}: open files as text."
                )
            if self.line_number == 1:
                # The byte order mark that some editors begin files with.
                self.line = self.line.removeprefix("\ufeff")
            for token in _TOKEN.finditer(self.line):
                tree = steps[token.lastindex](token)
                if tree is not None:
                    yield self._finish(tree)
        if self.open_nodes:
            raise self._unclosed()

    def _leaf(self, token):
        label, word = token.group(1, 2)
        return self._add(Tree(sys.intern(label), (), *self._word(word)))

    def _begin(self, token):
        if not self.open_nodes:
            self.first_line = self.line_number, self.line
        label = sys.intern(token.group(3)) or None
        self.open_nodes.append(_OpenNode(label))
        return None

    def _text(self, token):
        text = token.group()
        if not self.open_nodes:
            raise self._error(token, f"{text!r} is outside of all brackets")
        node = self.open_nodes[-1]
        if node.label is None and node.is_empty:
            # The label is on a line of its own.
            node.label = sys.intern(text)
            return None
        if node.word is not None:
            raise self._error(
                token,
                f"a node has two words, {node.word!r} and {text!r}. Each word "
                "needs a bracket of its own, and has no blanks in it",
            )
        if node.children:
            self.in_preorder = False
        node.word, node.position = self._word(text)
        return None

    def _end(self, token):
        if not self.open_nodes:
            raise self._error(token, "a bracket closes that was not opened")
        node = self.open_nodes.pop()
        if node.is_empty:
            label = "" if node.label is None else node.label
            raise self._error(
                token, f"the node ({label}) has neither a word nor children"
            )
        if node.word is not None and node.children and not self.dependencies:
            raise self._error(
                token,
                f"a node has the word {node.word!r} beside children. Put the "
                "word into a bracket of its own; for dependency trees give "
                "`dependencies=True`",
            )
        return self._add(
            Tree(node.label, node.children, node.word, node.position)
        )

    def _word(self, text):
        """A word and its position, which only dependency trees may need."""
        position = self.num_words if self.dependencies else None
        self.num_words += 1
        word = unescape_word(text) if self.unescape else text
        return sys.intern(word), position

    def _add(self, tree):
        """Gives a node to its parent; returns it if there is none."""
        if not self.open_nodes:
            return tree
        self.open_nodes[-1].children.append(tree)
        return None

    def _finish(self, tree):
        if self.dependencies and self.in_preorder:
            tree = _without_positions(tree)
        self.tree_number += 1
        self.num_words = 0
        self.in_preorder = True
        return tree

    def _error(self, token, problem):
        start, end = token.span()
        shown = self.line[max(start - _SHOWN, 0) : end + _SHOWN].rstrip()
        return TreeFormatError(
            f"Line {self.line_number}, tree {self.tree_number}: {problem}. "
            f"At character {start + 1} of: {shown!r}.",
            line=self.line_number,
            tree=self.tree_number,
        )

    def _unclosed(self):
        number, line = self.first_line
        return TreeFormatError(
            f"Line {number}, tree {self.tree_number}: of the tree that begins "
            f"here, {len(self.open_nodes)} brackets are still open at the end "
            f"of the text, in line {self.line_number}. It begins: "
            f"{line.strip()[: 2 * _SHOWN]!r}.",
            line=number,
            tree=self.tree_number,
        )


class _OpenNode:
    """A node whose bracket is not closed yet."""

    __slots__ = ("label", "children", "word", "position")

    def __init__(self, label):
        self.label = label
        self.children = []
        self.word = None
        self.position = None

    @property
    def is_empty(self):
        return self.word is None and not self.children


def _without_positions(tree):
    return tree.fold(
        lambda node, children: Tree(node.label, children, node.word)
    )
