"""Mean and variance of a batch, of what is real in it."""

import math
from typing import Any, NamedTuple

from keras import ops


class BatchMoments(NamedTuple):
    """What `batch_moments` found.

    Attributes:
        mean, variance: with axes of size 1 where values were put together; the
            variance is the biased one. Both are 0 where there are no values.
        count: how many values they are of, an integer where that is known
            beforehand, or else a floating-point tensor.
    """

    mean: Any
    variance: Any
    count: Any


def batch_moments(x, axes, mask=None, total=None):
    """Mean and variance over some axes.

    The variance is that of the distances from the mean, so it is right also
    for values far from zero.

    Args:
        x: a floating-point tensor.
        axes: tuple of axes, none of them negative.
        mask: which values there are, boolean, with as many axes as `x`, some
            of size 1; None for all.
        total: function that adds what other replicas have to a sum; None for
            the replica alone.

    Returns:
        `BatchMoments`.
    """
    x = ops.convert_to_tensor(x)
    if mask is None and total is None:
        count = number_of_values(x, axes)
        mean = ops.mean(x, axes, keepdims=True)
        # By the mean the variance has no slope.
        squares = ops.square(x - ops.stop_gradient(mean))
        variance = ops.mean(squares, axes, keepdims=True)
        return BatchMoments(mean, variance, count)
    total = total or (lambda part: part)
    if mask is None:
        count = ops.cast(number_of_values(x, axes), x.dtype)
    else:
        mask = _spread(mask, x, axes)
        count = ops.sum(ops.cast(mask, x.dtype), axes, keepdims=True)
    count = total(count)

    def mean_of(values):
        if mask is not None:
            values = ops.where(mask, values, ops.zeros((), values.dtype))
        summed = total(ops.sum(values, axes, keepdims=True))
        return summed / ops.maximum(count, ops.ones((), count.dtype))

    mean = mean_of(x)
    variance = mean_of(ops.square(x - ops.stop_gradient(mean)))
    return BatchMoments(mean, variance, count)


def number_of_values(x, axes):
    """How many values there are over some axes, an integer if it is known."""
    sizes = [ops.shape(x)[axis] for axis in axes]
    if all(isinstance(size, int) for size in sizes):
        return math.prod(sizes)
    number = ops.cast(sizes[0], x.dtype)
    for size in sizes[1:]:
        number = number * ops.cast(size, x.dtype)
    return number


def _spread(mask, x, axes):
    """The mask with the sizes of `x` on the axes that are put together."""
    shape = list(ops.shape(mask))
    for axis in axes:
        shape[axis] = ops.shape(x)[axis]
    return ops.broadcast_to(mask, shape)
