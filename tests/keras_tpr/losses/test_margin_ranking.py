"""The margin between right and wrong candidates."""

import keras
import numpy as np
import pytest
from layer_checks import save_and_load, to_numpy

from keras_tpr.losses import MarginRankingLoss

RNG = np.random.default_rng(0)
SCORES = RNG.uniform(-0.3, 0.3, (5, 6)).astype("float32")
SCORES[1, 4:] = -1e9
SCORES[2, :] = -1e9
SCORES[2, 3] = 0.1
GOLD = np.array([0, 3, 3, -1, 5])


def loss_of(row, gold, margin):
    if gold < 0:
        return 0.0
    return sum(
        max(0.0, margin - SCORES[row, gold] + score)
        for i, score in enumerate(SCORES[row])
        if i != gold and score > -1e8
    )


def test_sum_over_all():
    loss = MarginRankingLoss(margin=0.2, reduction="none")
    expected = [loss_of(row, gold, 0.2) for row, gold in enumerate(GOLD)]
    np.testing.assert_allclose(to_numpy(loss(GOLD, SCORES)), expected, 1e-5)
    np.testing.assert_allclose(
        to_numpy(loss(GOLD[:, None], SCORES)), expected, 1e-5
    )
    # The only candidate, and none.
    assert expected[2] == expected[3] == 0 and expected[0] > 0


def test_mean_of_those_within_the_margin():
    loss = MarginRankingLoss(0.2, "violating", reduction="none")
    for row, found in enumerate(to_numpy(loss(GOLD, SCORES))):
        gold = GOLD[row]
        within = [
            0.2 - SCORES[row, gold] + score
            for i, score in enumerate(SCORES[row])
            if i != gold >= 0 and score > max(-1e8, SCORES[row, gold] - 0.2)
        ]
        expected = np.mean(within) if within else 0.0
        assert found == pytest.approx(expected, abs=1e-6)
    far = np.array([[1.0, 0.0]], "float32")
    assert float(loss(np.array([0]), far)[0]) == 0


def test_samples():
    """Each wrong candidate is drawn, none else, and as often as the others."""
    loss = MarginRankingLoss(1.0, "sampled", seed=1, reduction="none")
    count = 2000
    found = np.stack([to_numpy(loss(GOLD, SCORES)) for _ in range(count)])
    assert not found[:, 2:4].any()
    for row, candidates in ((0, range(1, 6)), (1, range(3))):
        possible = [
            1 - SCORES[row, GOLD[row]] + SCORES[row, i] for i in candidates
        ]
        drawn = np.abs(found[:, row, None] - possible).argmin(axis=1)
        np.testing.assert_allclose(
            found[:, row], np.array(possible)[drawn], rtol=1e-5
        )
        shares = np.bincount(drawn) / count
        np.testing.assert_allclose(shares, 1 / len(candidates), atol=0.05)


def test_weights_and_training():
    loss = MarginRankingLoss(margin=0.2)
    weights = np.array([0.0, 1.0, 0.0, 0.0, 0.0])
    assert float(loss(GOLD, SCORES, weights)) == pytest.approx(
        loss_of(1, 3, 0.2) / 5, rel=1e-5
    )
    model = keras.Sequential([keras.Input((6,)), keras.layers.Dense(6)])
    model.compile(
        keras.optimizers.Adam(0.02), MarginRankingLoss(0.3, "sampled", seed=3)
    )
    x = RNG.standard_normal((64, 6)).astype("float32")
    history = model.fit(x, x.argmax(-1), epochs=40, verbose=0).history["loss"]
    assert history[-1] < 0.5 * history[0]
    copy = save_and_load(model)
    assert copy.loss.get_config() == model.loss.get_config()


def test_bad_arguments():
    with pytest.raises(ValueError, match="`margin`.*margin=0"):
        MarginRankingLoss(margin=0)
    with pytest.raises(ValueError, match="`negatives`.*'some'"):
        MarginRankingLoss(negatives="some")
