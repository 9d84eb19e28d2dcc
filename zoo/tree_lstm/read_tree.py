"""A tree in whatever form a person has it."""

import reprlib

from keras_tpr.trees import (
    Tree,
    TreeFormatError,
    collapse_unary,
    from_brackets,
    from_nltk,
)
from zoo.sentence_cnn.sentence_words import sentence_words
from zoo.tree_lstm.looks_like_tree import looks_like_tree
from zoo.tree_lstm.structured_tree import STRUCTURES, structured_tree
from zoo.tree_lstm.tree_from_heads import tree_from_heads

BYTE_ORDER_MARK = "\ufeff"
_FORMS = (
    "a bracketed tree such as '(3 (2 a) (4 gem))', a `keras_tpr.trees.Tree`, "
    "an `nltk.Tree`, or a dict of `tokens` and `heads`"
)


def read_tree(value, kind="constituency", structure=None):
    """Makes a `Tree` of one raw input, and checks that a model can read it.

    Args:
        value: a bracketed tree, in which words may be escaped as in the Penn
            Treebank (`-LRB-`); a `Tree`; an `nltk.Tree`; a dict of `tokens`
            and `heads`, the number of each token's head from 1, 0 for the
            root, and maybe `labels`; or, with `structure`, a text, which is
            split as in the Penn Treebank, or a list of words. With
            `structure` a string that does not look like a tree is a text,
            also if it begins with a bracket.
        kind: `"constituency"`, of binary trees with words at the leaves only,
            in which nodes with a single child are joined with it under the
            upper label; or `"dependency"`, of trees with a word at each node.
        structure: the form of tree that is made of words without one; None to
            refuse them. See `structured_tree`.

    Returns:
        A `Tree`.

    Raises:
        TypeError: if `value` is nothing of that kind.
        ValueError: if it is malformed, has no words, or is a tree of the other
            kind; or if it is a plain text and `structure` is None.

    Example:

    >>> from zoo.tree_lstm.read_tree import read_tree
    >>> read_tree("(3 (2 (2 a)) (4 gem))").size
    3
    >>> tree = {"tokens": ["dogs", "bark"], "heads": [2, 0]}
    >>> read_tree(tree, kind="dependency").word
    'bark'
    """
    tree = _tree(value, kind, structure)
    for node in tree.preorder():
        if node.word is not None and not node.word.strip():
            raise ValueError(
                f"A node {_shown_label(node)} has the word {node.word!r}, "
                "which is blank. Take it out of the tree."
            )
    if kind == "dependency":
        _check_dependency(tree)
        return tree
    _check_constituency(tree)
    return collapse_unary(tree, separator=None, keep_preterminals=False)


def is_nltk_tree(value):
    """Whether something is a tree of NLTK, which need not be installed."""
    return isinstance(value, list) and hasattr(value, "leaves")


def _tree(value, kind, structure):
    if isinstance(value, bytes):
        value = value.decode("utf-8")
    if isinstance(value, str):
        value = value.removeprefix(BYTE_ORDER_MARK)
    if isinstance(value, Tree):
        return value
    if is_nltk_tree(value):
        return from_nltk(value)
    if isinstance(value, dict):
        return _from_heads(value)
    if isinstance(value, str) and _is_tree(value, structure):
        return _from_brackets(value, kind)
    if not isinstance(value, (str, list, tuple)):
        raise TypeError(
            f"A tree is {_FORMS}. Received {type(value).__name__}: "
            f"{reprlib.repr(value)}."
        )
    return _from_words(value, kind, structure)


def _from_brackets(text, kind):
    try:
        return from_brackets(
            text, unescape=True, dependencies=kind == "dependency"
        )
    except TreeFormatError as error:
        message = str(error).replace(
            "for dependency trees give `dependencies=True`",
            'for dependency trees make the model with `kind="dependency"`',
        )
        raise TreeFormatError(message, error.line, error.tree) from error


def _is_tree(text, structure):
    if structure is None:
        return text.lstrip().startswith("(")
    return looks_like_tree(text)


def _from_words(value, kind, structure):
    words = sentence_words(value) if isinstance(value, str) else list(value)
    for word in words:
        if not isinstance(word, str):
            raise TypeError(
                f"A sentence is a list of words. Received {word!r} among them."
            )
    if not words:
        raise ValueError("The sentence is empty. Leave it out.")
    if structure is None:
        raise ValueError(
            f"{reprlib.repr(value)} is a text without a tree. Give {_FORMS}; "
            "or make the model, or load the preset, with `structure=` one of "
            f"{STRUCTURES}, to have a tree built that knows no grammar."
        )
    return structured_tree(words, structure, kind)


def _from_heads(value):
    missing = {"tokens", "heads"} - set(value)
    if missing:
        raise ValueError(
            "A dict of a sentence has `tokens` and `heads`, and maybe "
            f"`labels`. Received the keys {sorted(map(str, value))}."
        )
    return tree_from_heads(value["tokens"], value["heads"], value.get("labels"))


def _check_dependency(tree):
    for node in tree.preorder():
        if node.word is None:
            raise ValueError(
                f"The node {_shown_label(node)} has no word, as in a "
                "constituency tree. This model reads dependency trees: give "
                "`tokens` and `heads`, or make the model with "
                '`kind="constituency"`.'
            )


def _check_constituency(tree):
    for node in tree.preorder():
        if node.word is not None and node.children:
            raise ValueError(
                f"The node {_shown_label(node)} has the word {node.word!r} "
                "beside children, as in a dependency tree. This model reads "
                'constituency trees; make one with `kind="dependency"`.'
            )


def _shown_label(node):
    return "without label" if node.label is None else repr(node.label)
