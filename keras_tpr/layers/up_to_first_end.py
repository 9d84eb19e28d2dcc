"""The padding mask of captions, in which END also fills up."""

from keras import ops


def up_to_first_end(token_ids):
    """True up to and including the first 0 of each row.

    Args:
        token_ids: integers `(B, T)`; 0 is END, and whatever follows it fill.

    Returns:
        Boolean `(B, T)`.
    """
    ends = ops.cast(ops.equal(token_ids, 0), "int32")
    return ops.equal(ops.cumsum(ends, axis=1) - ends, 0)
