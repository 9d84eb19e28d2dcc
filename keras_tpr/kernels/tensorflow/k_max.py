"""The k highest values of each sequence, in their original order."""

import tensorflow as tf

from keras_tpr.kernels.tensorflow.sorted_top import sorted_top

# The numbers of values that sorting networks find, on CPUs.
NETWORKS = (4, 16, 32)


def k_max(x, size, kept, mask=None, fill_value=0.0):
    """Keeps the highest values of each channel, in the order of time.

    Equals `keras_tpr.layers.k_max_pool`.

    Args:
        x: `(B, T, ...)`, float32.
        size: time size of the output, an integer or a scalar tensor.
        kept: how many values of each example there are to keep, `(B,)`, at
            most `size` and the number of its real positions.
        mask: which positions there are, `(B, T)`, or None.
        fill_value: value behind those that are kept.

    Returns:
        `(B, size, ...)`.
    """
    shape, channels = tf.shape(x), x.shape[2:]
    size = tf.cast(size, tf.int32)
    pooled = _pool(
        tf.reshape(x, (shape[0], shape[1], -1)),
        size,
        tf.cast(kept, tf.int32),
        mask,
        fill_value,
    )
    pooled = tf.reshape(pooled, tf.concat([[shape[0], size], shape[2:]], 0))
    pooled.set_shape((x.shape[0], tf.get_static_value(size), *channels))
    return pooled


def _pool(x, size, kept, mask, fill_value):
    """`k_max` of `(B, T, C)`, whose gradient is one scatter."""
    places = _places(tf.stop_gradient(x), size, kept, mask)
    nothing = places < 0

    @tf.custom_gradient
    def pool(x):
        values = tf.gather(tf.reshape(x, (-1,)), tf.maximum(places, 0))
        values = tf.where(nothing, tf.constant(fill_value, x.dtype), values)

        def gradient(upstream):
            # Places below zero are left out.
            summed = tf.math.unsorted_segment_sum(
                upstream, places, tf.size(x, tf.int32)
            )
            return tf.reshape(summed, tf.shape(x))

        return values, gradient

    return pool(x)


def _places(x, size, kept, mask):
    """Places in the flat `x` of what is kept, `(B, size, C)`; -1 for nothing.

    They ascend in time.
    """
    batch, length, channels = tf.unstack(tf.shape(x))
    scores = _scores(x)
    if mask is not None:
        real = tf.cast(mask, tf.bool)[..., tf.newaxis]
        scores = tf.where(real, scores, tf.constant(-float("inf"), x.dtype))
    if _on_gpu():
        positions = _from_top(scores, size, kept)
    else:
        positions = _from_threshold(scores, size, kept)
    examples = tf.reshape(tf.range(batch) * length, (batch, 1, 1))
    there = tf.range(size)[:, tf.newaxis] < kept[:, tf.newaxis, tf.newaxis]
    return tf.where(
        there, (examples + positions) * channels + tf.range(channels), -1
    )


def _scores(x):
    """Finite values in the order of `x`; NaN counts as the highest."""
    highest = x.dtype.max

    def bounded():
        numbers = tf.where(tf.math.is_nan(x), highest, x)
        return tf.clip_by_value(numbers, -highest, highest)

    # A sum that is finite has no other summands, and is quick to find.
    return tf.cond(tf.math.is_finite(tf.reduce_sum(x)), lambda: x, bounded)


def _from_top(scores, size, kept):
    """Ascending positions `(B, size, C)` of the highest `kept`, then others."""
    length = tf.shape(scores)[1]
    missing = tf.maximum(size - length, 0)
    scores = tf.pad(
        scores, [[0, 0], [0, missing], [0, 0]], constant_values=-float("inf")
    )
    # Of equal values TensorFlow gives the first ones first.
    positions = tf.math.top_k(tf.transpose(scores, (0, 2, 1)), size).indices
    there = tf.range(size) < kept[:, tf.newaxis, tf.newaxis]
    positions = tf.sort(tf.where(there, positions, length), axis=2)
    return tf.transpose(positions, (0, 2, 1))


def _from_threshold(scores, size, kept):
    """`_from_top`, by a network where one suffices.

    A size that is not known before has the largest one: a choice of networks
    would make graphs larger than the smaller ones save.
    """
    known = tf.get_static_value(size)
    fitting = [count for count in NETWORKS if known is None or known <= count]
    if not fitting:
        return _from_top(scores, size, kept)
    count = NETWORKS[-1] if known is None else fitting[0]

    def by_network():
        return _not_below(scores, _kth(scores, kept, count), size, kept)

    if known is not None:
        return by_network()
    return tf.cond(
        size <= count, by_network, lambda: _from_top(scores, size, kept)
    )


def _kth(scores, kept, count):
    """The `kept`-th highest of each sequence, `(B, 1, C)`."""
    top = tf.stack(sorted_top(scores, count), axis=1)
    kth = tf.gather(top, tf.maximum(kept - 1, 0), batch_dims=1)
    kth = tf.where(kept[:, tf.newaxis] > 0, kth, float("inf"))
    return kth[:, tf.newaxis]


def _not_below(scores, kth, size, kept):
    """Ascending positions `(B, size, C)` of the `kept` that reach `kth`."""
    batch, length, channels = tf.unstack(tf.shape(scores))
    # Behind a sequence so many are added that each keeps `size`.
    behind = (
        tf.range(size)[:, tf.newaxis] < (size - kept)[:, tf.newaxis, tf.newaxis]
    )
    behind = tf.broadcast_to(behind, (batch, size, channels))

    def places(keep):
        # (B, T, C) -> (B, C, T), where a sequence lies in one piece
        keep = tf.transpose(tf.concat([keep, behind], axis=1), (0, 2, 1))
        return tf.cast(tf.where(tf.reshape(keep, (-1,)))[:, 0], tf.int32)

    found = places(scores >= kth)
    found = tf.cond(
        # More of them if values are equal.
        tf.size(found) > batch * channels * size,
        lambda: places(_leftmost(scores, kth, kept)),
        lambda: found,
    )
    sequences = tf.reshape(tf.range(batch * channels), (batch, channels, 1))
    found = tf.reshape(found, (batch, channels, size))
    return tf.transpose(found - sequences * (length + size), (0, 2, 1))


def _leftmost(scores, kth, kept):
    """What to keep where several values equal `kth`."""
    above = scores > kth
    equal = tf.cast(scores == kth, tf.float32)
    left = kept[:, tf.newaxis, tf.newaxis] - tf.math.count_nonzero(
        above, axis=1, keepdims=True, dtype=tf.int32
    )
    # How many equal ones there are up to each position; products are faster
    # than running sums.
    length = tf.shape(scores)[1]
    triangle = tf.linalg.band_part(tf.ones((length, length)), -1, 0)
    so_far = tf.linalg.matmul(triangle, equal)
    return above | ((equal > 0) & (so_far <= tf.cast(left, tf.float32)))


def _on_gpu():
    return bool(tf.config.list_logical_devices("GPU"))
