"""An endless, shuffled stream of batches of example numbers."""

import numpy as np

# Batches among which sentences are sorted by length.
POOL = 50


def index_batches(num_examples, batch_size, seed, first_update=0, lengths=None):
    """Streams the numbers of the examples of each batch.

    The order of a pass is a function of the seed and the number of the pass,
    so a stream may begin anywhere: with `first_update=n` it gives what the
    whole stream gives after `n` batches. The last batch of a pass is smaller
    if `batch_size` does not divide the number of examples.

    Args:
        num_examples: Number of examples.
        batch_size: Number of examples in one batch.
        seed: An integer.
        first_update: Number of batches left out at the beginning.
        lengths: Length of each example, to put examples of about one length
            into one batch, where that saves padding. Batches still come in
            random order.

    Returns:
        An endless `tf.data.Dataset` of `int64` vectors.

    Example:

    ```python
    order = index_batches(len(labels), 32, seed=0)
    batches = order.map(lambda i: (tf.gather(x, i), tf.gather(labels, i)))
    ```
    """
    import tensorflow as tf

    if num_examples < 1:
        raise ValueError(
            "`num_examples` must be at least 1: there is nothing to train on. "
            f"Received: {num_examples}."
        )
    shuffle = tf.random.experimental.stateless_shuffle
    updates = updates_per_pass(num_examples, batch_size)
    first_pass, skipped = divmod(first_update, updates)
    if lengths is not None:
        lengths = tf.constant(np.asarray(lengths), "int64")

    def sort_pools(order):
        pool = tf.range(num_examples, dtype="int64") // (POOL * batch_size)
        length = tf.gather(lengths, order)
        key = pool * (tf.reduce_max(lengths) + 1) + length
        return tf.gather(order, tf.argsort(key, stable=True))

    def one_pass(number):
        seeds = tf.stack([tf.constant(seed, "int64"), number])
        order = shuffle(tf.range(num_examples, dtype="int64"), seed=seeds)
        if lengths is None:
            starts = tf.range(updates, dtype="int64")
        else:
            order = sort_pools(order)
            starts = shuffle(tf.range(updates, dtype="int64"), seed=seeds + 1)
        starts = tf.data.Dataset.from_tensor_slices(starts * batch_size)
        return starts.map(lambda start: order[start : start + batch_size])

    passes = tf.data.Dataset.range(first_pass, np.iinfo("int64").max)
    return passes.flat_map(one_pass).skip(skipped)


def updates_per_pass(num_examples, batch_size):
    """Number of batches in a pass over the examples."""
    return -(-num_examples // batch_size)
