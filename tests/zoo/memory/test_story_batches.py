"""Rows of stories, and batches in which a sentence is there once."""

import keras
import numpy as np
import pytest

from zoo.memory.story_batches import StoryBatches
from zoo.memory.story_rows import StoryRows

RNG = np.random.default_rng(0)
SENTENCES = [[], [3], [4, 5], [6, 7, 8], [9, 3]]
STORIES = [RNG.integers(1, 5, size).tolist() for size in (3, 0, 7, 1, 2, 5, 4)]
ROWS = StoryRows(
    SENTENCES,
    STORIES,
    [[2, 3], [2], [2, 4, 5], [2], [2], [3, 3], [2, 9]],
    support=[[0, 2], [], [6], [0], [1, 0], [4], [3]],
    answers=[[3], [4, 5], [3], [3], [9, 3], [4], [4]],
)
WEIGHT = np.arange(7, dtype="float32")


def rows_of(batch):
    """What a batch says, as lists without padding."""
    x, *others = batch
    found = []
    for place in range(len(x["question"])):
        story = [x["sentences"][i] for i in x["story"][place]]
        found.append(
            (
                [s[s > 0].tolist() for s in story if s.any()],
                x["question"][place][x["question"][place] > 0].tolist(),
                [i for i in x["support"][place] if i >= 0],
                [i for i in x["answer"][place] if i],
                *(np.asarray(other[place]).tolist() for other in others),
            )
        )
    return found


def expected(number):
    answer = ROWS.answers[number]
    return (
        [SENTENCES[i] for i in STORIES[number]],
        ROWS.questions[number],
        ROWS.support[number],
        answer,
        answer + [0] * (2 - len(answer)),
        WEIGHT[number],
    )


def arrays(batch):
    return keras.tree.map_structure(np.asarray, batch)


@pytest.mark.parametrize("shuffle", [False, True])
def test_batches_have_all_rows(shuffle):
    batches = StoryBatches(ROWS, 2, WEIGHT, batch_size=3, shuffle=shuffle)
    assert len(batches) == 3
    for index, numbers in enumerate(batches.batches):
        assert rows_of(batches[index]) == [expected(n) for n in numbers]
        x = batches[index][0]
        # Each once, with that of no statement.
        assert len(x["sentences"]) <= 1 + len(set(map(str, x["sentences"])))
        assert x["story"].max() < len(x["sentences"])
        longest = max(len(STORIES[n]) for n in numbers)
        assert x["story"].shape == (len(numbers), max(1, longest))
    assert sorted(np.concatenate(batches.batches)) == list(range(7))


def test_the_same_in_a_graph():
    if keras.config.backend() != "tensorflow":
        pytest.skip("`tf.data` is for TensorFlow")
    batches = StoryBatches(ROWS, 2, WEIGHT, batch_size=3)
    found = [rows_of(arrays(batch)) for batch in batches.as_keras_data()]
    assert found == [rows_of(batches[index]) for index in range(3)]


def test_shuffled_anew():
    keras.utils.set_random_seed(0)
    batches = StoryBatches(ROWS, 2, batch_size=2, shuffle=True)
    first = [list(numbers) for numbers in batches.batches]
    batches.on_epoch_end()
    assert first != [list(numbers) for numbers in batches.batches]


def test_restored_order():
    batches = StoryBatches(ROWS, 2, batch_size=3)
    order = np.concatenate(batches.batches)
    outputs = {"a": 10 * order, "b": order[:, None]}
    restored = batches.restored(outputs)
    assert restored["a"].tolist() == [10 * n for n in range(7)]
    assert restored["b"][:, 0].tolist() == list(range(7))


def test_split():
    batches = StoryBatches(ROWS, 2, batch_size=3)
    last = batches.split(0.3)
    assert sorted(np.concatenate(last.batches)) == [4, 5, 6]
    assert sorted(np.concatenate(batches.batches)) == [0, 1, 2, 3]
    with pytest.raises(ValueError, match="validation_split=0.99"):
        batches.split(0.99)


def test_without_answers():
    rows = StoryRows(SENTENCES, STORIES, ROWS.questions)
    (x,) = StoryBatches(rows)[0]
    assert set(x) == {"sentences", "story", "question"}


def test_dense():
    dense = ROWS.dense()
    assert dense["story"].shape == (7, 7, 3)
    for row, story in enumerate(STORIES):
        assert dense["story_mask"][row].sum() == len(story)
        for place, number in enumerate(story):
            ids = dense["story"][row, place]
            assert ids[ids > 0].tolist() == SENTENCES[number]
    assert dense["support"][0].tolist() == [0, 2]
    assert "answer" not in dense
