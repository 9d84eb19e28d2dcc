"""The highest values of many short sequences, by a sorting network.

K. E. Batcher, Sorting networks and their applications, AFIPS 1968.
"""

import functools

import tensorflow as tf


def sorted_top(x, count):
    """The highest values of each sequence, in descending order.

    Sequences are cut into pieces of equal places, which one network sorts: each
    of its steps is a maximum and a minimum of whole tensors, so that all
    sequences go through it at once. Then pieces are merged in pairs.

    Args:
        x: `(B, T, C)`, without NaN; any `T`.
        count: how many values, an integer that is a power of two.

    Returns:
        A list of `count` tensors `(B, C)`, the highest first; -inf where a
        sequence is shorter.
    """
    return _network(count)(x)


@functools.cache
def _network(count):
    """The network's graph, which all models of a process share."""
    any_shape = tf.TensorSpec((None, None, None))
    return tf.function(
        functools.partial(_run, count=count),
        input_signature=[any_shape],
        autograph=False,
    )


def _run(x, count):
    """`sorted_top`, in the making of its graph."""
    x = tf.pad(
        x,
        [[0, 0], [0, -tf.shape(x)[1] % count], [0, 0]],
        constant_values=-float("inf"),
    )
    pieces = tf.split(x, count, axis=1)
    for first, second in _sorting_steps(count):
        _exchange(pieces, first, second)
    pieces = tf.while_loop(
        lambda first, *_: tf.shape(first)[1] > 1,
        lambda *pieces: _merged_pairs(pieces),
        pieces,
    )
    return [tf.reduce_max(piece, axis=1) for piece in pieces]


def _merged_pairs(pieces):
    """Merges sorted columns of `(B, c, C)` in pairs, and keeps the higher half.

    The columns of a pair, one of them upside down, are first high, then low,
    or the other way round: the place-wise maxima are the higher half.
    """
    columns = tf.shape(pieces[0])[1]
    half = (columns + 1) // 2
    missing = [[0, 0], [0, 2 * half - columns], [0, 0]]
    merged = [
        tf.maximum(
            high[:, :half],
            tf.pad(low[:, half:], missing, constant_values=-float("inf")),
        )
        for high, low in zip(pieces, reversed(pieces), strict=True)
    ]
    distance = len(merged) // 2
    while distance:
        for place in range(len(merged)):
            if not place & distance:
                _exchange(merged, place, place + distance)
        distance //= 2
    return merged


def _exchange(pieces, first, second):
    """Puts the higher values of two pieces into the first."""
    one, other = pieces[first], pieces[second]
    pieces[first] = tf.maximum(one, other)
    pieces[second] = tf.minimum(one, other)


def _sorting_steps(count):
    """Pairs of places that Batcher's odd-even merge sort compares."""
    sorted_ = 1
    while sorted_ < count:
        distance = sorted_
        while distance:
            for begin in range(distance % sorted_, count, 2 * distance):
                for place in range(begin, min(begin + distance, count)):
                    other = place + distance
                    group = 2 * sorted_
                    if other < count and place // group == other // group:
                        yield place, other
            distance //= 2
        sorted_ *= 2
