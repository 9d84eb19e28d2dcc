"""The error of text that is not a tree."""


class TreeFormatError(ValueError):
    """Text is not in the format of trees; the message names the place.

    Args:
        message: What is wrong, where, and what to do.
        line: Number of the line, from 1.
        tree: Number of the tree or sentence, from 1.
    """

    def __init__(self, message, line=None, tree=None):
        super().__init__(message)
        self.line = line
        self.tree = tree
