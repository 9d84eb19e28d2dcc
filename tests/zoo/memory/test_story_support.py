import numpy as np
import pytest

from zoo.memory.story_inputs import StoryQuestion
from zoo.memory.story_support import support_lists

ASKED = [StoryQuestion(("a", "b", "c"), "?"), StoryQuestion(("a",), "?")]


@pytest.mark.parametrize(
    "support",
    [
        [[2, 0], []],
        [(2, 0), ()],
        np.array([[2, 0, -1], [-1, -1, -1]]),
    ],
)
def test_order_is_kept(support):
    assert support_lists(support, ASKED) == [[2, 0], []]


def test_none_and_single():
    assert support_lists(None, ASKED) is None
    assert support_lists([1], ASKED[:1], batched=False) == [[1]]


@pytest.mark.parametrize(
    "support, error, message",
    [
        ([[0]], ValueError, "each of the 2 questions"),
        ([[3], []], ValueError, r"\[0\]` names the statement 3.*has 3"),
        ([[0], [1]], ValueError, r"\[1\]` names the statement 1.*has 1"),
        ([[0], [-2]], ValueError, "statement -2"),
        ([["0"], []], TypeError, "places of statements"),
        ([0, 0], TypeError, "places of statements"),
    ],
)
def test_bad_support(support, error, message):
    with pytest.raises(error, match=message):
        support_lists(support, ASKED)
