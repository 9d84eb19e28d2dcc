"""The k highest values of each sequence, in their original order.

What the pooling layers share. Portable; the reference of the kernels.
"""

from keras import backend, ops


def k_max_pool(x, size, k=None, mask=None, fill_value=0.0, kernel=False):
    """Keeps the highest values of each channel, in the order of time.

    Args:
        x: `(B, T, ...)`, of a floating-point type.
        size: time size of the output, an integer or, outside of compiled code,
            a scalar tensor.
        k: how many are kept, integers `(B,)`, at most `size`; None for `size`.
        mask: which positions there are, `(B, T)`; None for all.
        fill_value: value of the places for which there is nothing left.
        kernel: whether to run the TensorFlow kernel.

    Returns:
        `(B, size, ...)`.
    """
    if x.shape[1] == 0:  # nothing that a place could point at
        shape = (ops.shape(x)[0], size, *ops.shape(x)[2:])
        return ops.full(shape, fill_value, x.dtype)
    kept = kept_counts(x, size, k, mask)
    if kernel:
        from keras_tpr.kernels.tensorflow import k_max

        return k_max(x, size, kept, mask, fill_value)
    positions = k_max_positions(x, size, kept, mask)
    last = ops.maximum(ops.shape(x)[1] - 1, 0)
    pooled = ops.take_along_axis(x, ops.minimum(positions, last), axis=1)
    filled = like_channels(kept_places(kept, size), x)
    return ops.where(filled, pooled, ops.convert_to_tensor(fill_value, x.dtype))


def k_max_positions(x, size, kept, mask=None):
    """Where the values that `k_max_pool` keeps are.

    Among equal values the left-most are kept; NaN counts as the highest.

    Args:
        x, size, mask: see `k_max_pool`.
        kept: how many there are to keep, integers `(B,)`; see `kept_counts`.

    Returns:
        Integers `(B, size, ...)`, ascending in time. Those for which there is
        nothing left are `T`, and come last.
    """
    length = ops.shape(x)[1]
    # Stable on every back end, which the highest `size` alone would not be.
    order = ops.argsort(-_scores(x, mask), axis=1)
    order = ops.cast(order, "int32")[:, :size]
    order = _fill_up(order, size, length)
    chosen = like_channels(kept_places(kept, size), x)
    order = ops.where(chosen, order, ops.cast(length, "int32"))
    return ops.sort(order, axis=1)


def kept_counts(x, size, k=None, mask=None):
    """How many values there are to keep, int32 `(B,)`."""
    batch, length = ops.shape(x)[0], ops.shape(x)[1]
    if mask is None:
        counts = ops.zeros((batch,), "int32") + ops.cast(length, "int32")
    else:
        counts = ops.sum(ops.cast(mask, "int32"), axis=1)
    counts = ops.minimum(counts, ops.cast(size, "int32"))
    if k is None:
        return counts
    return ops.clip(ops.cast(k, "int32"), 0, counts)


def kept_places(kept, size):
    """Which places of the output hold a value, bool `(B, size)`."""
    return ops.less(
        ops.expand_dims(ops.arange(size, dtype="int32"), 0),
        ops.expand_dims(kept, 1),
    )


def like_channels(places, x):
    """`(B, size)` with as many axes as `x`."""
    shape = ops.shape(places)
    return ops.reshape(places, (*shape, *[1] * (len(x.shape) - 2)))


def _scores(x, mask):
    """Finite values in the order of `x`, and -inf where there are none."""
    x = ops.stop_gradient(x)
    highest = _highest(x.dtype)
    top = ops.convert_to_tensor(highest, x.dtype)
    scores = ops.clip(ops.where(ops.isnan(x), top, x), -highest, highest)
    if mask is None:
        return scores
    real = like_channels(ops.cast(mask, "bool"), x)
    nothing = ops.convert_to_tensor(-float("inf"), x.dtype)
    return ops.where(real, scores, nothing)


def _highest(dtype):
    import ml_dtypes

    return float(ml_dtypes.finfo(backend.standardize_dtype(dtype)).max)


def _fill_up(order, size, length):
    """Adds positions behind the end, up to `size`."""
    missing = size - length
    if isinstance(missing, int):
        if missing <= 0:
            return order
    else:
        missing = ops.maximum(missing, 0)
    shape = (ops.shape(order)[0], missing, *ops.shape(order)[2:])
    behind = ops.zeros(shape, "int32") + ops.cast(length, "int32")
    return ops.concatenate([order, behind], axis=1)
