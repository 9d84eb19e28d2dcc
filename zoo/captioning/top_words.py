"""The highest scores of a large vocabulary."""

from keras import ops

BLOCK = 32


def top_words(logits, count):
    """`ops.top_k` that reads a large vocabulary once.

    Each row is cut into blocks; the best `count` values lie in the `count`
    blocks with the highest maxima, and only those are searched.

    Args:
        logits: `(N, V)`, `V` static.
        count: number of words, at most `V`.

    Returns:
        `(values, words)`, `(N, count)` each, highest first.
    """
    size = logits.shape[-1]
    if size < 4 * count * BLOCK:
        values, words = ops.top_k(logits, count)
        return values, ops.cast(words, "int32")
    blocks = ops.pad(
        logits, [[0, 0], [0, -size % BLOCK]], constant_values=float("-inf")
    )
    blocks = ops.reshape(blocks, (-1, (size + BLOCK - 1) // BLOCK, BLOCK))
    _, best = ops.top_k(ops.max(blocks, axis=-1), count)
    best = ops.cast(best, "int32")
    within = ops.take_along_axis(
        blocks, ops.repeat(best[..., None], BLOCK, axis=-1), axis=1
    )
    values, places = ops.top_k(ops.reshape(within, (-1, count * BLOCK)), count)
    places = ops.cast(places, "int32")
    block = ops.take_along_axis(best, places // BLOCK, axis=1)
    return values, block * BLOCK + places % BLOCK
