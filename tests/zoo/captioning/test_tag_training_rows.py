"""What a tag detector is trained on."""

import numpy as np
import pytest
from keras import ops

from zoo.captioning.tag_training_rows import tag_training_rows

FEATURES = np.eye(4, 6)
TARGETS = np.eye(4, 3)


@pytest.mark.parametrize("given", [np.asarray, list, ops.convert_to_tensor])
def test_gives_float32_arrays(given):
    features, targets = tag_training_rows(given(FEATURES), given(TARGETS), 6, 3)
    assert features.dtype == targets.dtype == np.float32
    np.testing.assert_array_equal(features, FEATURES)
    np.testing.assert_array_equal(targets, TARGETS)


@pytest.mark.parametrize(
    "features, targets, error, message",
    [
        (FEATURES * np.nan, TARGETS, ValueError, r"`x\[0\]` holds values"),
        (FEATURES[:, :5], TARGETS, ValueError, "this detector was made for 6"),
        (FEATURES, TARGETS * np.nan, ValueError, r"`y\[0\]` holds values"),
        (FEATURES, TARGETS[:, :2], ValueError, r"\(4, 3\). Received.*\(4, 2\)"),
        (FEATURES, TARGETS[:3], ValueError, r"\(4, 3\). Received.*\(3, 3\)"),
        (FEATURES[0], TARGETS, ValueError, r"Received shapes \(6,\)"),
        (FEATURES, None, ValueError, r"`detector.targets\(captions\)`"),
        (FEATURES, ["a dog"] * 4, TypeError, r"'a dog'.*become targets by"),
        (FEATURES, [["a dog", "a"], ["cat"]], TypeError, "become targets by"),
    ],
)
def test_bad_data(features, targets, error, message):
    with pytest.raises(error, match=message):
        tag_training_rows(features, targets, 6, 3)
