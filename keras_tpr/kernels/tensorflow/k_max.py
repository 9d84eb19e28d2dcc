"""The k highest values of each sequence, in their original order."""

import tensorflow as tf

# Up to this `k`, on CPUs, one maximum after another is faster than a selection.
MOST_ROUNDS = 16


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
    flat = tf.reshape(x, (shape[0], shape[1], -1))
    # (B, T, C) -> (B, C, T), where a sequence lies in one piece
    pooled = _pool(
        tf.transpose(flat, (0, 2, 1)),
        size,
        tf.cast(kept, tf.int32),
        mask,
        fill_value,
    )
    pooled = tf.transpose(pooled, (0, 2, 1))
    pooled = tf.reshape(pooled, tf.concat([[shape[0], size], shape[2:]], 0))
    pooled.set_shape((x.shape[0], tf.get_static_value(size), *channels))
    return pooled


def _pool(x, size, kept, mask, fill_value):
    """`k_max` of `(B, C, T)`, whose gradient is one scatter."""
    places = _places(x, size, kept, mask)
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
    """Places in the flat `x` of what is kept, `(B, C, size)`; -1 for nothing.

    They ascend in time.
    """
    batch, channels, length = tf.unstack(tf.shape(x))
    scores = _scores(tf.stop_gradient(x))
    if mask is not None:
        real = tf.cast(mask, tf.bool)[:, tf.newaxis]
        scores = tf.where(real, scores, tf.constant(-float("inf"), x.dtype))
    if _on_gpu():
        positions = _sorted_top(scores, size, kept)
    else:
        positions = _positions_of(_chosen(scores, size, kept), size)
    sequences = tf.reshape(tf.range(batch * channels), (batch, channels, 1))
    there = tf.range(size) < kept[:, tf.newaxis, tf.newaxis]
    return tf.where(there, sequences * length + positions, -1)


def _scores(x):
    """Finite values in the order of `x`; NaN counts as the highest."""
    highest = x.dtype.max

    def bounded():
        numbers = tf.where(tf.math.is_nan(x), highest, x)
        return tf.clip_by_value(numbers, -highest, highest)

    # A sum that is finite has no other summands, and is quick to find.
    return tf.cond(tf.math.is_finite(tf.reduce_sum(x)), lambda: x, bounded)


def _sorted_top(scores, size, kept):
    """Ascending positions `(B, C, size)` of the highest, from a sorted top."""
    length = tf.shape(scores)[2]
    missing = tf.maximum(size - length, 0)
    scores = tf.pad(
        scores, [[0, 0], [0, 0], [0, missing]], constant_values=-float("inf")
    )
    # Of equal values TensorFlow gives the first ones first.
    positions = tf.math.top_k(scores, size).indices
    there = tf.range(size) < kept[:, tf.newaxis, tf.newaxis]
    return tf.sort(tf.where(there, positions, length), axis=2)


def _chosen(scores, size, kept):
    """What is kept, bool `(B, C, T + size)`, `size` of each sequence.

    Behind the sequence as many are kept as an example keeps less than `size`.
    """
    keep = tf.cond(
        size <= MOST_ROUNDS,
        lambda: scores >= _kth_in_rounds(scores, size, kept),
        lambda: tf.ones_like(scores, tf.bool),
    )
    behind = tf.range(size) < (size - kept)[:, tf.newaxis, tf.newaxis]
    behind = tf.broadcast_to(behind, (*tf.unstack(tf.shape(scores)[:2]), size))
    # More of them if values are equal, or if no rounds were made.
    number = tf.reduce_sum(tf.cast(keep, tf.int32))
    return tf.cond(
        number > tf.shape(scores)[1] * tf.reduce_sum(kept),
        lambda: _selected(scores, size, behind),
        lambda: tf.concat([keep, behind], axis=2),
    )


def _kth_in_rounds(scores, size, kept):
    """The `kept`-th highest of the different values, `(B, C, 1)`."""

    def maximum(round_, rest, found):
        highest = tf.reduce_max(rest, axis=2)
        rest = tf.where(rest >= highest[..., tf.newaxis], -float("inf"), rest)
        return round_ + 1, rest, found.write(round_, highest)

    found = tf.TensorArray(scores.dtype, size)
    *_, found = tf.while_loop(
        lambda round_, *_: round_ < size, maximum, (0, scores, found)
    )
    # (size, B, C) -> (B, size, C)
    found = tf.transpose(found.stack(), (1, 0, 2))
    kth = tf.gather(found, tf.maximum(kept - 1, 0), batch_dims=1)
    kth = tf.where(kept[:, tf.newaxis] > 0, kth, float("inf"))
    return kth[..., tf.newaxis]


def _selected(scores, size, behind):
    """`_chosen` by a selection of the `size`-th highest value.

    Values are added behind the sequence, infinite ones where they are to be
    kept, so that one rank serves all examples.
    """
    added = tf.where(behind, float("inf"), -float("inf"))
    scores = tf.concat([scores, tf.cast(added, scores.dtype)], axis=2)
    threshold = tf.raw_ops.NthElement(input=scores, n=size - 1, reverse=True)
    threshold = threshold[..., tf.newaxis]
    keep = scores >= threshold
    number = tf.reduce_sum(tf.cast(keep, tf.int32))
    return tf.cond(
        number > tf.size(threshold) * size,
        lambda: _leftmost(scores, threshold, size),
        lambda: keep,
    )


def _positions_of(keep, size):
    """Ascending positions of what is true, `size` in each sequence."""
    batch, channels, length = tf.unstack(tf.shape(keep))
    flat = tf.where(tf.reshape(keep, (-1,)))
    flat = tf.reshape(tf.cast(flat, tf.int32), (batch, channels, size))
    sequences = tf.reshape(tf.range(batch * channels), (batch, channels, 1))
    return flat - sequences * length


def _leftmost(scores, threshold, size):
    """What to keep where several values equal the threshold."""
    above = scores > threshold
    equal = tf.cast(scores == threshold, tf.float32)
    left = size - tf.math.count_nonzero(
        above, axis=2, keepdims=True, dtype=tf.int32
    )
    # How many equal ones there are up to each position; products are faster
    # than running sums.
    length = tf.shape(scores)[2]
    triangle = tf.linalg.band_part(tf.ones((length, length)), 0, -1)
    so_far = tf.linalg.matmul(equal, triangle)
    return above | ((equal > 0) & (so_far <= tf.cast(left, tf.float32)))


def _on_gpu():
    return bool(tf.config.list_logical_devices("GPU"))
