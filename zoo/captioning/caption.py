"""A generated caption."""

from typing import NamedTuple


class Caption(NamedTuple):
    """A caption with its score.

    Attributes:
        text: the words, separated by spaces.
        token_ids: the ids of the words, END included where it was reached.
        score: the log-probability of `token_ids` under the model.
    """

    text: str
    token_ids: list[int]
    score: float
