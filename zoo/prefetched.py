"""Batches that are made while the model works on others."""

AHEAD = 8  # batches


def prefetched(dataset):
    """Makes a few batches of a pipeline ahead, and tunes nothing.

    While TensorFlow tunes a pipeline, as it does by default, a thread of it
    sleeps for 10 ms, 20 ms, 40 ms and so on, and its iterator may end only when
    that thread wakes: `fit` then takes up to twice its time. Calls of a `map`
    whose number is `tf.data.AUTOTUNE` are as many as there are cores.

    Args:
        dataset: a `tf.data.Dataset`.
    """
    import tensorflow as tf

    options = tf.data.Options()
    options.autotune.enabled = False
    return dataset.prefetch(AHEAD).with_options(options)
