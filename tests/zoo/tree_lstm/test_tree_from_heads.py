import numpy as np
import pytest

from keras_tpr.trees import to_parents
from zoo.tree_lstm.tree_from_heads import tree_from_heads

WORDS = ["dogs", "chase", "cats"]


def test_tree():
    tree = tree_from_heads(WORDS, np.array([2, 0, 2]), ["x", 1, None])
    assert to_parents(tree) == ([2, 0, 2], WORDS, ["x", 1, None])


@pytest.mark.parametrize(
    ("tokens", "heads", "message"),
    [
        ("dogs", [0], "`tokens` must be a list of words. Received str"),
        (["a", None], [2, 0], r"`tokens\[1\]` must be a word. Received None"),
        (WORDS, None, "`heads` must be a list of integers.*NoneType"),
        (WORDS, [2, "0", 2], r"`heads\[1\]` must be an integer"),
    ],
)
def test_other_types(tokens, heads, message):
    with pytest.raises(TypeError, match=message):
        tree_from_heads(tokens, heads)


@pytest.mark.parametrize(
    ("tokens", "heads", "message"),
    [
        ([], [], "`tokens` is empty"),
        (["a", " "], [0, 1], r"`tokens\[1\]` is ' ', which is blank"),
        (WORDS, [0, 1], "each of the 3 `tokens`. Received 2"),
        (WORDS, [1, -1, 1], r"`heads\[1\]` is -1.*count from 1, and 0 is the"),
        (WORDS, [2, 0, 4], r"`heads\[2\]` is 4, but must be from 0 to 3"),
        (WORDS, [2, 3, 2], "`heads` must have 0 once.*0 times"),
        (WORDS, [0, 0, 2], r"2 times: `heads\[0\]`, `heads\[1\]`"),
        (WORDS, [0, 3, 2], "`heads` has a cycle, from token to head: 2 -> 3"),
    ],
)
def test_no_tree(tokens, heads, message):
    with pytest.raises(ValueError, match=message):
        tree_from_heads(tokens, heads)


def test_labels_of_another_sentence():
    with pytest.raises(ValueError, match="`labels`.*3 `tokens`. Received 1"):
        tree_from_heads(WORDS, [2, 0, 2], [4])
