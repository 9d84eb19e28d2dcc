"""Batch normalisation by the statistics of small groups of a batch."""

import keras
from keras import ops

from keras_tpr.layers.batch_moments import batch_moments
from keras_tpr.layers.batch_normalization import (
    BatchNormalization,
    Statistics,
    population_factor,
)


@keras.saving.register_keras_serializable(package="keras_tpr")
class GhostBatchNormalization(BatchNormalization):
    """`BatchNormalization` whose training batches are groups of examples.

    Each group of `group_size` examples, in their order, is normalised by its
    own mean and variance, so that a large batch trains like a small one. Moving
    statistics take the mean over the groups. Inference is the same.

    Args:
        group_size: number of examples in a group. Examples that are left over
            at the end of a batch are a smaller group of their own.
        **kwargs: of `BatchNormalization`. Groups lie in one replica:
            `synchronized` must be False.

    Call arguments, shapes and masking are those of `BatchNormalization`. A
    group that is masked as a whole counts for nothing.

    Raises:
        ValueError: for a `group_size` that is no positive integer, and as
            `BatchNormalization`.

    Example:

    >>> import numpy as np
    >>> from keras_tpr.layers import GhostBatchNormalization
    >>> layer = GhostBatchNormalization(group_size=2)
    >>> x = np.array([[1.0], [3.0], [100.0], [300.0]], "float32")
    >>> np.asarray(layer(x, training=True)).round(2).ravel().tolist()
    [-1.0, 1.0, -1.0, 1.0]

    Reference:
        Hoffer et al., Train longer, generalize better, NeurIPS 2017,
        algorithm 1; without its correction of the moving statistics.
    """

    def __init__(self, group_size, **kwargs):
        if (
            isinstance(group_size, bool)
            or not isinstance(group_size, int)
            or group_size < 1
        ):
            raise ValueError(
                "`group_size` must be a positive integer. Received: "
                f"group_size={group_size!r}."
            )
        if kwargs.get("synchronized"):
            raise ValueError(
                "`synchronized` must be False: groups lie in one replica. Use "
                "`BatchNormalization` for statistics of all replicas."
            )
        super().__init__(**kwargs)
        self.group_size = group_size
        self.uses_kernel = False

    def get_config(self):
        return {**super().get_config(), "group_size": self.group_size}

    def _by_batch_statistics(self, x, mask):
        batch = ops.shape(x)[0]
        if mask is None:
            # The group at the end may be filled up.
            mask = ops.ones((batch, *[1] * (len(x.shape) - 1)), "bool")
        grouped, mask = self._grouped(x), self._grouped(mask)
        # (B, ...) -> (groups, group size, ...): axis 0 stays apart
        axes = tuple(axis + 1 for axis in self._reduction_axes)
        mean, variance, count = batch_moments(grouped, axes, mask)
        outputs = self._normalized(grouped, mean, variance)
        outputs = ops.reshape(outputs, (-1, *ops.shape(x)[1:]))[:batch]
        if self.unbiased:
            variance = variance * population_factor(count)
        shape = self.moving_mean.shape
        statistics = Statistics(
            ops.reshape(_mean_where(mean, count > 0), shape),
            # Of a single value there is no variance.
            ops.reshape(_mean_where(variance, count > 1), shape),
            self._count(ops.sum(count, axis=0)),
        )
        return outputs, statistics

    def _grouped(self, x):
        batch, *others = ops.shape(x)
        missing = -batch % self.group_size
        x = ops.pad(x, [[0, missing], *[[0, 0]] * len(others)])
        return ops.reshape(x, (-1, self.group_size, *others))


def _mean_where(values, there):
    """The mean over the groups, axis 0, of those that are there; else 0."""
    zero = ops.zeros((), values.dtype)
    number = ops.sum(ops.cast(there, values.dtype), axis=0)
    total = ops.sum(ops.where(there, values, zero), axis=0)
    return total / ops.maximum(number, ops.ones((), number.dtype))
