"""The roles of the words of many sentences."""

from keras import ops


def batched_roles(autoencoder, batches):
    """The role of each word.

    Args:
        autoencoder: an `ATPLAutoencoderBackbone`.
        batches: `SentenceBatches` without targets, of inputs with `token_ids`.

    Returns:
        A list with an array `(T, dim)` for each row, in their order.
    """
    found = [None] * len(batches.rows)
    for index, numbers in enumerate(batches.batches):
        token_ids = ops.convert_to_tensor(batches[index][0]["token_ids"])
        roles = ops.convert_to_numpy(autoencoder.roles(token_ids))
        for number, values in zip(numbers, roles, strict=True):
            found[number] = values[: batches.sizes[number]]
    return found
