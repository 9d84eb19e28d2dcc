import numpy as np
import pytest

from zoo.memory.story_answers import answer_texts


@pytest.mark.parametrize("make", [list, tuple, np.array])
def test_words(make):
    y = make(["Hall", "n, S", "milk,football"])
    one, two = answer_texts(y), answer_texts(y, max_answer_words=2)
    assert one == [["hall"], ["n,s"], ["milk,football"]]
    assert two == [["hall"], ["n", "s"], ["milk", "football"]]


def test_order_counts():
    assert answer_texts(["n,s"]) != answer_texts(["s,n"])


def test_bytes():
    assert answer_texts(np.array([b"hall"], object)) == [["hall"]]


@pytest.mark.parametrize(
    "y, error, message",
    [
        ("hall", TypeError, "`y` must be a list of answers.*'hall'"),
        ([3], TypeError, r"`y\[0\]` must be text.*3"),
        (["hall", ""], ValueError, r"`y\[1\]` is no answer: ''"),
        (["n,,s"], ValueError, "'n,,s'"),
        (["the hall"], ValueError, "'the hall'"),
        (["n,s,e"], ValueError, "3 words: 'n,s,e'.*max_answer_words=2"),
    ],
)
def test_bad_answers(y, error, message):
    with pytest.raises(error, match=message):
        answer_texts(y, max_answer_words=2)
