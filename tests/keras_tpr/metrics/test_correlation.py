"""Correlations over an epoch."""

import keras
import numpy as np
import pytest
from layer_checks import to_numpy
from scipy import stats

from keras_tpr.metrics import PearsonCorrelation, SpearmanCorrelation

RNG = np.random.default_rng(0)
TRUE = np.round(RNG.uniform(1, 5, 90), 1).astype("float32")
FOUND = (TRUE + RNG.standard_normal(90)).astype("float32")
METRICS = {"pearson": PearsonCorrelation, "spearman": SpearmanCorrelation}
EXPECTED = {"pearson": stats.pearsonr, "spearman": stats.spearmanr}
both = pytest.mark.parametrize("kind", METRICS)


def result_of(kind, true=TRUE, found=FOUND, sizes=(32, 32, 26), weights=None):
    metric = METRICS[kind]()
    ends = np.cumsum(sizes)[:-1]
    parts = [np.split(true, ends), np.split(found, ends)]
    if weights is not None:
        parts.append(np.split(weights, ends))
    for batch in zip(*parts, strict=True):
        metric.update_state(*batch)
    return float(to_numpy(metric.result()))


def test_nan_is_not_hidden():
    found = np.array([2.0, np.nan, 6.1], "float32")
    true = np.array([1.0, 2.0, 3.0], "float32")
    for kind in METRICS:
        assert np.isnan(result_of(kind, true, found, sizes=(3,)))


@both
@pytest.mark.parametrize("sizes", [(90,), (32, 32, 26), (1, 88, 1), [1] * 90])
def test_equals_scipy_on_the_whole_epoch(kind, sizes):
    expected = EXPECTED[kind](TRUE, FOUND).statistic
    assert result_of(kind, sizes=sizes) == pytest.approx(expected, abs=1e-5)


@both
def test_is_no_mean_over_batches(kind):
    order = np.argsort(TRUE)
    true, found = TRUE[order], FOUND[order]
    expected = EXPECTED[kind](true, found).statistic
    assert result_of(kind, true, found) == pytest.approx(expected, abs=1e-5)
    parts = [
        EXPECTED[kind](true[i:j], found[i:j]).statistic
        for i, j in ((0, 32), (32, 64), (64, 90))
    ]
    assert abs(np.mean(parts) - expected) > 0.1


@both
def test_scores_far_from_zero(kind):
    # Differences of 0.1 and more, of numbers whose squares have no room for
    # them in 32 bits.
    true, found = 1000 + TRUE, 3000 - FOUND
    expected = EXPECTED[kind](true, found).statistic
    assert result_of(kind, true, found) == pytest.approx(expected, abs=1e-4)


@both
def test_ties(kind):
    true = np.array([1, 1, 1, 2, 2, 3, 3, 3], "float32")
    found = np.array([0, 0, 1, 1, 1, 1, 2, 2], "float32")
    expected = EXPECTED[kind](true, found).statistic
    assert result_of(kind, true, found, (8,)) == pytest.approx(expected)


@both
def test_probabilities_of_scores(kind):
    p = RNG.dirichlet(np.ones(5), 90).astype("float32")
    expected = EXPECTED[kind](TRUE, p @ np.arange(1, 6)).statistic
    assert result_of(kind, found=p) == pytest.approx(expected, abs=1e-5)


@both
def test_columns(kind):
    columns = TRUE[:, np.newaxis], FOUND[:, np.newaxis]
    assert result_of(kind, *columns) == pytest.approx(result_of(kind))


@both
def test_pairs_of_weight_zero_do_not_count(kind):
    weights = (RNG.uniform(size=90) < 0.5).astype("float32")
    there = weights > 0
    expected = EXPECTED[kind](TRUE[there], FOUND[there]).statistic
    found = np.where(there, FOUND, 1e3)
    actual = result_of(kind, found=found, weights=weights)
    assert actual == pytest.approx(expected, abs=1e-5)
    none = result_of(kind, weights=np.zeros(90, "float32"))
    assert none == 0.0


def test_weighted_pairs():
    counts = RNG.integers(0, 4, 90)
    many = np.repeat(TRUE, counts), np.repeat(FOUND, counts)
    actual = result_of("pearson", weights=counts.astype("float32"))
    expected = stats.pearsonr(*many).statistic
    assert actual == pytest.approx(expected, abs=1e-5)


@both
def test_no_correlation_to_speak_of(kind):
    metric = METRICS[kind]()
    assert float(to_numpy(metric.result())) == 0.0
    constant = np.full(4, 0.1, "float32")
    metric.update_state(TRUE[:4], constant)
    assert float(to_numpy(metric.result())) == 0.0


@both
def test_reset(kind):
    metric = METRICS[kind]()
    metric.update_state(TRUE, -TRUE)
    metric.reset_state()
    metric.update_state(TRUE[:40], FOUND[:40])
    expected = EXPECTED[kind](TRUE[:40], FOUND[:40]).statistic
    found = float(to_numpy(metric.result()))
    assert found == pytest.approx(expected, abs=1e-5)


def test_more_pairs_than_there_is_room_for():
    metric = SpearmanCorrelation(capacity=5)
    metric.update_state(TRUE[:5], TRUE[:5])
    assert float(to_numpy(metric.result())) == pytest.approx(1.0)
    metric.update_state(TRUE[5:7], TRUE[5:7])
    assert np.isnan(to_numpy(metric.result()))
    with pytest.raises(ValueError, match="`capacity`.*capacity=0"):
        SpearmanCorrelation(capacity=0)


@both
def test_in_a_model(kind):
    metric = METRICS[kind]()
    revived = METRICS[kind].from_config(metric.get_config())
    assert revived.get_config() == metric.get_config()
    model = keras.Sequential(
        [keras.Input((1,)), keras.layers.Activation("linear")]
    )
    model.compile(loss="mse", metrics=[revived])
    found = model.evaluate(
        FOUND[:, np.newaxis],
        TRUE,
        batch_size=20,
        verbose=0,
        return_dict=True,
    )
    expected = EXPECTED[kind](TRUE, FOUND).statistic
    assert found[metric.name] == pytest.approx(expected, abs=1e-5)


@both
def test_several_replicas_are_refused(kind, monkeypatch):
    if keras.backend.backend() != "tensorflow":
        pytest.skip("strategies are TensorFlow's")
    from keras_tpr.kernels.tensorflow import num_replicas

    monkeypatch.setattr(num_replicas, "num_replicas", lambda: 2)
    with pytest.raises(ValueError, match="Correlation.*2 replicas.*predict"):
        METRICS[kind]()
