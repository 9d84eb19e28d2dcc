"""Correlations between predicted and true scores, over a whole epoch."""

import keras
from keras import ops

from keras_tpr.kernels import check_one_replica
from keras_tpr.layers.expected_score import expected_score


@keras.saving.register_keras_serializable(package="keras_tpr")
class PearsonCorrelation(keras.metrics.Metric):
    """Pearson's r over all pairs of an epoch, not the mean over batches.

    Moments about the mean are kept and merged batch by batch, so that scores
    far from zero lose no digits.

    Args:
        name, dtype: as for any Keras metric.

    Call arguments:
        y_true: scores `(B,)` or `(B, 1)`.
        y_pred: scores of the same shape; or probabilities `(B, R)` of the
            scores 1 to R, whose expectation is the score.
        sample_weight: `(B,)`.

    Masking:
        Pairs of weight 0 do not count. While one side is constant, the
        correlation is not defined, and the result 0.

    Raises:
        ValueError: within a `tf.distribute` strategy of several replicas, each
            of which would see a part of the epoch.

    Example:

    >>> import numpy as np
    >>> from keras_tpr.metrics import PearsonCorrelation
    >>> metric = PearsonCorrelation()
    >>> metric.update_state(np.array([1.0, 2.0]), np.array([1.0, 3.0]))
    >>> metric.update_state(np.array([3.0]), np.array([2.0]))
    >>> round(float(metric.result()), 4)
    0.5

    Reference:
        Chan et al., Updating Formulae and a Pairwise Algorithm for Computing
        Sample Variances, 1979, for the merging of moments.
    """

    def __init__(self, name="pearson_correlation", dtype=None):
        check_one_replica(type(self).__name__)
        super().__init__(name=name, dtype=dtype)
        self.count = self.add_variable((), "zeros", name="count")
        self.means = self.add_variable((2,), "zeros", name="means")
        # Sums of products of differences from the means.
        self.products = self.add_variable((2, 2), "zeros", name="products")
        self._direction = "up"

    def update_state(self, y_true, y_pred, sample_weight=None):
        pairs, weights = _pairs(y_true, y_pred, sample_weight, self.dtype)
        count = ops.sum(weights)
        means = ops.divide_no_nan(ops.sum(weights * pairs, axis=1), count)
        differences = pairs - ops.expand_dims(means, 1)
        products = ops.matmul(weights * differences, ops.transpose(differences))
        total = self.count + count
        share = ops.divide_no_nan(count, total)
        gap = ops.subtract(means, self.means)
        between = self.count * share * ops.outer(gap, gap)
        self.products.assign_add(products + between)
        self.means.assign_add(share * gap)
        self.count.assign(total)

    def result(self):
        return _correlation(self.products)


@keras.saving.register_keras_serializable(package="keras_tpr")
class SpearmanCorrelation(keras.metrics.Metric):
    """Spearman's rho over all pairs of an epoch: Pearson's r of the ranks.

    Equal scores share the mean of their ranks. Ranks need all scores, so that
    these are kept, and sorted whenever the result is asked for.

    Args:
        capacity: number of pairs there is room for.
        name, dtype: as for any Keras metric.

    Call arguments:
        y_true, y_pred: as for `PearsonCorrelation`.
        sample_weight: `(B,)`; a pair counts unless its weight is 0.

    Masking:
        Pairs of weight 0 do not count. While one side is constant, the
        correlation is not defined, and the result 0. With a NaN among the
        scores, or after more pairs than `capacity`, it is NaN.

    Raises:
        ValueError: for a capacity that is not positive, or within a
            `tf.distribute` strategy of several replicas.

    Example:

    >>> import numpy as np
    >>> from keras_tpr.metrics import SpearmanCorrelation
    >>> metric = SpearmanCorrelation(capacity=10)
    >>> metric.update_state(np.array([1.0, 2.0]), np.array([0.1, 0.9]))
    >>> metric.update_state(np.array([3.0]), np.array([0.2]))
    >>> round(float(metric.result()), 4)
    0.5
    """

    def __init__(
        self, capacity=10_000, name="spearman_correlation", dtype=None
    ):
        check_one_replica(type(self).__name__)
        super().__init__(name=name, dtype=dtype)
        if not isinstance(capacity, int) or capacity < 1:
            raise ValueError(
                "`capacity` must be a positive integer. Received: "
                f"capacity={capacity!r}."
            )
        self.capacity = capacity
        self.count = self.add_variable((), "zeros", "int32", name="count")
        # One column more takes what does not count.
        self.scores = self.add_variable(
            (2, capacity + 1), "zeros", name="scores"
        )
        self._direction = "up"

    def update_state(self, y_true, y_pred, sample_weight=None):
        pairs, weights = _pairs(y_true, y_pred, sample_weight, self.dtype)
        counts = ops.cast(ops.not_equal(weights, 0.0), "int32")
        places = self.count + ops.cumsum(counts) - 1
        places = ops.where(ops.equal(counts, 1), places, self.capacity)
        places = ops.minimum(places, self.capacity)
        columns = ops.scatter_update(
            ops.transpose(self.scores),
            ops.expand_dims(places, -1),
            ops.transpose(pairs),
        )
        self.scores.assign(ops.transpose(columns))
        self.count.assign_add(ops.sum(counts))

    def result(self):
        there = ops.arange(self.capacity) < self.count
        ranks = ops.stack([self._ranks(row, there) for row in range(2)])
        weights = ops.cast(there, self.dtype)
        mean = ops.divide_no_nan(
            ops.sum(weights * ranks, axis=1), ops.sum(weights)
        )
        differences = ranks - ops.expand_dims(mean, 1)
        rho = _correlation(
            ops.matmul(weights * differences, ops.transpose(differences))
        )
        known = ops.less_equal(self.count, self.capacity)
        # NaN has no rank.
        scores = ops.where(there, self.scores[:, : self.capacity], 0.0)
        known = ops.logical_and(known, ops.all(ops.equal(scores, scores)))
        return ops.where(known, rho, ops.full_like(rho, float("nan")))

    def get_config(self):
        return {**super().get_config(), "capacity": self.capacity}

    def _ranks(self, row, there):
        """The rank of each score, from the lowest; the mean of equal ones."""
        infinity = ops.cast(float("inf"), self.dtype)
        scores = ops.where(there, self.scores[row, : self.capacity], infinity)
        in_order = ops.sort(scores)
        below, up_to = (
            ops.cast(ops.searchsorted(in_order, scores, side), self.dtype)
            for side in ("left", "right")
        )
        return 0.5 * (below + up_to)


def _pairs(y_true, y_pred, sample_weight, dtype):
    """Scores `(2, B)`, true and predicted, and their weights `(B,)`."""
    y_pred = ops.cast(y_pred, dtype)
    if len(y_pred.shape) > 1 and y_pred.shape[-1] != 1:
        y_pred = expected_score(y_pred)
    pairs = ops.stack(
        [
            ops.reshape(ops.cast(y_true, dtype), (-1,)),
            ops.reshape(y_pred, (-1,)),
        ]
    )
    if sample_weight is None:
        return pairs, ops.ones_like(pairs[0])
    return pairs, ops.reshape(ops.cast(sample_weight, dtype), (-1,))


def _correlation(products):
    scale = ops.sqrt(products[0, 0]) * ops.sqrt(products[1, 1])
    return ops.divide_no_nan(products[0, 1], scale)
