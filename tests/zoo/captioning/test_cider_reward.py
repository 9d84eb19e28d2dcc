import warnings

import numpy as np
import pytest

from keras_tpr.metrics import SmallCorpusWarning, cider_d
from zoo.captioning.cider_reward import CiderReward

pytestmark = pytest.mark.filterwarnings(
    f"ignore::{SmallCorpusWarning.__module__}.SmallCorpusWarning"
)

REFERENCES = [
    ["A red dog runs.", "a dog runs on grass"],
    ["a cat sits", "the cat sits on the grass"],
    ["two dogs run", "dogs!"],
]
CANDIDATES = ["a dog runs", "a cat sits on grass", "a cat"]


def test_is_cider_d_of_all_images():
    references = [
        ["a red dog runs", "a dog runs on grass"],
        ["a cat sits", "the cat sits on the grass"],
        ["two dogs run", "dogs"],
    ]
    _, expected = cider_d(CANDIDATES, references, per_caption=True)
    assert expected.max() > 1
    reward = CiderReward(REFERENCES, score_end=False)
    assert len(reward) == 3
    np.testing.assert_allclose(
        reward(CANDIDATES, [True] * 3, [0, 1, 2]), expected
    )
    # Some images, in another order, several captions of one.
    some = reward(["a cat", "A DOG runs.", "dogs"], [True] * 3, [2, 0, 2])
    _, (dogs,) = cider_d(["dogs"], references[2:], per_caption=True, df={
        "dogs": 1, "two dogs": 1}, num_documents=3)  # fmt: skip
    np.testing.assert_allclose(some[:2], expected[[2, 0]])
    np.testing.assert_allclose(some[2], dogs)


def test_end_is_a_word():
    reward = CiderReward(REFERENCES)
    whole, broken_off = reward(["a cat sits"] * 2, [True, False], [1, 1])
    assert whole > broken_off > 0
    with_end = [[f"{text} END" for text in texts] for texts in REFERENCES]
    with_end = [[t.lower().replace(".", "").replace("!", "") for t in texts]
                for texts in with_end]  # fmt: skip
    _, expected = cider_d(["a cat sits end"] * 3, with_end, per_caption=True)
    np.testing.assert_allclose(whole, expected[1])


def test_token_ids():
    number = {}
    ids = [
        [[number.setdefault(w, len(number) + 1) for w in text.split()]
         for text in texts]
        for texts in [["a red dog runs"], ["a cat sits"], ["two dogs run"]]
    ]  # fmt: skip
    texts = [["a red dog runs"], ["a cat sits"], ["two dogs run"]]
    candidates = ["a dog", "a cat", "dogs run"]
    written = [[number[w] for w in text.split()] for text in candidates]
    ends = [True, False, True]
    np.testing.assert_allclose(
        CiderReward(ids, as_ids=True)(written, ends, range(3)),
        CiderReward(texts)(candidates, ends, range(3)),
    )


@pytest.mark.parametrize(
    "references, error, message",
    [
        (["a dog", "a cat"], TypeError, "'a dog' for image 0"),
        ([["a dog"], [3]], TypeError, "Received as a caption: 3"),
        ([["a dog"], []], ValueError, "at least one caption"),
        ([["a dog"]], ValueError, "two images or more.*Received: 1"),
        ({0: ["a dog"], 1: ["a cat"]}, TypeError, "must be a list.*dict"),
        ("a dog", TypeError, "must be a list.*str"),
    ],
)
def test_bad_references(references, error, message):
    with pytest.raises(error, match=message):
        CiderReward(references)


def test_warns_once_of_few_images():
    with pytest.warns(SmallCorpusWarning) as caught:
        reward = CiderReward(REFERENCES)
    (warning,) = caught
    assert "`references` are of 3 images" in str(warning.message)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        reward(["a cat"], [True], [1])
        CiderReward(REFERENCES * 20)
