"""A dependency tree from the heads of its tokens, as parsers give them."""

import operator
import reprlib

from keras_tpr.trees import TreeFormatError, from_parents

RULE = (
    "Heads count from 1, and 0 is the head of the root; add 1 to heads that "
    "count from 0."
)


def tree_from_heads(tokens, heads, labels=None):
    """Makes a `Tree` of a sentence.

    Args:
        tokens: list of words.
        heads: for each token the number of its head, from 1; 0 for the root.
        labels: a label for each token, or None.

    Returns:
        A `Tree`.

    Raises:
        TypeError: if `tokens` are not strings in a list, or `heads` not
            integers.
        ValueError: if they are not those of one tree.

    Example:

    >>> from zoo.tree_lstm.tree_from_heads import tree_from_heads
    >>> tree_from_heads(["dogs", "bark"], [2, 0]).word
    'bark'
    """
    tokens, heads = _tokens(tokens), _heads(heads)
    if len(heads) != len(tokens):
        raise ValueError(
            f"`heads` must have a head for each of the {len(tokens)} `tokens`. "
            f"Received {len(heads)}."
        )
    _check_heads(heads)
    if labels is not None and len(labels) != len(tokens):
        raise ValueError(
            f"`labels` must have a label for each of the {len(tokens)} "
            f"`tokens`. Received {len(labels)}."
        )
    try:
        return from_parents(heads, tokens, labels)
    except TreeFormatError as error:
        # What is left is a cycle.
        message = str(error).replace("`parents`", "`heads`")
        message = message.replace("from node to parent", "from token to head")
        raise ValueError(f"{message} {RULE}") from error


def _tokens(tokens):
    if isinstance(tokens, (str, bytes)) or not hasattr(tokens, "__iter__"):
        raise TypeError(
            "`tokens` must be a list of words. Received "
            f"{type(tokens).__name__}: {reprlib.repr(tokens)}."
        )
    tokens = list(tokens)
    if not tokens:
        raise ValueError("`tokens` is empty. Leave the sentence out.")
    for place, token in enumerate(tokens):
        if not isinstance(token, str):
            raise TypeError(
                f"`tokens[{place}]` must be a word. Received {token!r}."
            )
        if not token.strip():
            raise ValueError(
                f"`tokens[{place}]` is {token!r}, which is blank. Take it out "
                "of the sentence."
            )
    return tokens


def _heads(heads):
    if isinstance(heads, (str, bytes)) or not hasattr(heads, "__iter__"):
        raise TypeError(
            "`heads` must be a list of integers, one for each token. Received "
            f"{type(heads).__name__}: {reprlib.repr(heads)}."
        )
    found = []
    for place, head in enumerate(heads):
        try:
            found.append(operator.index(head))
        except TypeError as error:
            raise TypeError(
                f"`heads[{place}]` must be an integer. Received {head!r}."
            ) from error
    return found


def _check_heads(heads):
    for place, head in enumerate(heads):
        if not 0 <= head <= len(heads):
            raise ValueError(
                f"`heads[{place}]` is {head}, but must be from 0 to "
                f"{len(heads)}, the number of `tokens`. {RULE}"
            )
    roots = [place for place, head in enumerate(heads) if head == 0]
    if len(roots) != 1:
        places = ", ".join(f"`heads[{place}]`" for place in roots[:10])
        raise ValueError(
            f"`heads` must have 0 once, for the root. Found it {len(roots)} "
            f"times{': ' if roots else ''}{places}. {RULE}"
        )
