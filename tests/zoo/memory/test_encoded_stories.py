import numpy as np
import pytest

from zoo.memory.encoded_stories import encoded_rows, is_encoded

STORY = np.array(
    [
        [[2, 3, 0], [4, 0, 0], [2, 3, 0]],
        [[4, 0, 0], [0, 0, 0], [5, 6, 7]],
        [[0, 0, 0], [0, 0, 0], [0, 0, 0]],
    ]
)
X = {
    "story": STORY,
    "question": np.array([[8, 2], [8, 0], [9, 0]]),
    "support": np.array([[2, 0], [0, -1], [-1, -1]]),
}
Y = np.array([[3, 0], [4, 5], [0, 0]])


def texts(rows):
    return [[rows.sentences[i] for i in story] for story in rows.stories]


def test_rows():
    rows = encoded_rows(X, Y, vocabulary_size=10)
    assert texts(rows) == [
        [[2, 3], [4], [2, 3]],
        [[4], [], [5, 6, 7]],
        [],
    ]
    assert len(rows.sentences) == 4
    assert rows.questions == [[8, 2], [8], [9]]
    assert rows.support == [[2, 0], [0], []]
    assert rows.answers == [[3], [4, 5], []]


def test_mask():
    mask = np.array([[1, 0, 1], [1, 1, 1], [1, 0, 0]])
    rows = encoded_rows({**X, "story_mask": mask})
    assert texts(rows) == [
        [[2, 3], [], [2, 3]],
        [[4], [], [5, 6, 7]],
        [[]],
    ]
    # A statement without words, and a place without a statement.
    assert rows.stories[0][1] == 0 != rows.stories[1][1]


def test_one_word_answers():
    rows = encoded_rows(X, np.array([3, 4, 5]))
    assert rows.answers == [[3], [4], [5]]


def test_what_is_encoded():
    assert is_encoded(X)
    assert not is_encoded({"story": ["a"], "question": "b"})
    assert not is_encoded({"story": np.array(["a"]), "question": "b"})
    assert not is_encoded({"question": Y}) and not is_encoded(STORY)


@pytest.mark.parametrize(
    "changes, message",
    [
        ({"story": STORY[0]}, "`story` must be integers of rank 3"),
        ({"story": STORY * 0.5}, "`story` must be integers of rank 3"),
        ({"question": X["question"][:2]}, "`question` has 2 rows, `story` 3"),
        ({"question": X["question"] + 5}, "`question` must be between 0 and 9"),
        ({"story_mask": np.ones((3, 2))}, r"`story_mask`.*\(3, 3\)"),
        ({"support": X["support"][:1]}, "`support` has 1 rows, `story` 3"),
        ({"support": X["support"] + 1}, "`support` must be between -1 and 2"),
        (
            {"support": np.array([[0], [1], [-1]])},
            r"`support\[1\]` is \[1\], but not all",
        ),
    ],
)
def test_bad_arrays(changes, message):
    with pytest.raises(ValueError, match=message):
        encoded_rows({**X, **changes}, Y, vocabulary_size=10)


def test_bad_answers():
    with pytest.raises(ValueError, match="`y` must be ids of words.*3 rows"):
        encoded_rows(X, Y[:2])
    with pytest.raises(ValueError, match="`y` must be between 0 and 4"):
        encoded_rows(
            {
                **X,
                "story": STORY * 0,
                "question": X["question"] * 0,
                "support": None,
            },
            Y,
            vocabulary_size=5,
        )
    with pytest.raises(ValueError, match="`question` is missing"):
        encoded_rows({"story": STORY})
