"""What there is of the root among what there is of all nodes."""

from keras import ops


def root_rows(values, node_mask):
    """Picks the entry of the last node that is there.

    Args:
        values: tensor `(B, N)` or `(B, N, C)`.
        node_mask: boolean `(B, N)`.

    Returns:
        `(B,)` or `(B, C)`; of an empty tree that of its last place.
    """
    nodes = ops.shape(node_mask)[1]
    from_behind = ops.cast(ops.flip(node_mask, axis=1), "int32")
    last = nodes - 1 - ops.argmax(from_behind, axis=1)
    ones = (1,) * (len(values.shape) - 1)
    index = ops.reshape(last, (-1, *ones))
    return ops.squeeze(ops.take_along_axis(values, index, axis=1), axis=1)
