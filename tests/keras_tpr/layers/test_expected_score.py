"""From the probabilities of scores to a score."""

import numpy as np
from layer_checks import assert_close, to_numpy

from keras_tpr.layers import expected_score


def test_by_hand():
    rows = np.array([[1.0, 0, 0], [0, 0.5, 0.5], [0.2, 0.3, 0.5]], "float32")
    expected = np.array([1.0, 2.5, 2.3], "float32")
    assert_close(expected_score(rows), expected)
    assert_close(expected_score(rows[np.newaxis]), expected[np.newaxis])
    assert to_numpy(expected_score(rows[0])).shape == ()
