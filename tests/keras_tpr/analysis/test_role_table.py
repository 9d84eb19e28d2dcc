import numpy as np
import pytest
from keras import ops

from keras_tpr.analysis import role_table

ROLES = np.arange(24, dtype="float32").reshape(2, 3, 4)
MASK = np.array([[True, True, False], [True, False, False]])


def test_rows_are_the_real_words_in_order():
    (table,) = role_table(ROLES, MASK)
    np.testing.assert_array_equal(
        table, [ROLES[0, 0], ROLES[0, 1], ROLES[1, 0]]
    )


def test_padded_arrays_and_lists():
    ids = np.array([[5, 6, 0], [7, 0, 0]])
    table, flat_ids, tags = role_table(ROLES, MASK, ids, [["DT", "NN"], ["VB"]])
    assert table.shape == (3, 4)
    assert flat_ids.tolist() == [5, 6, 7]
    assert tags.tolist() == ["DT", "NN", "VB"]


def test_tensors():
    ids = ops.convert_to_tensor(np.array([[5, 6, 0], [7, 0, 0]]))
    table, flat_ids = role_table(
        ops.convert_to_tensor(ROLES), ops.convert_to_tensor(MASK), ids
    )
    assert isinstance(table, np.ndarray)
    assert flat_ids.tolist() == [5, 6, 7]


def test_empty_sentence():
    mask = np.array([[True, True, True], [False, False, False]])
    table, ids = role_table(ROLES, mask, [[1, 2, 3], []])
    assert table.shape == (3, 4)
    assert ids.dtype.kind == "i"


@pytest.mark.parametrize(
    "labels, message",
    [
        ([["DT"], ["VB"]], "Sentence 0 has 2 words, but a label with 1"),
        ([["DT", "NN"]], "2 sentences, but a label for 1"),
    ],
)
def test_labels_that_do_not_fit(labels, message):
    with pytest.raises(ValueError, match=message):
        role_table(ROLES, MASK, labels)


def test_mask_that_does_not_fit():
    with pytest.raises(ValueError, match="`roles`.*and `mask`"):
        role_table(ROLES, MASK[:, :2])
