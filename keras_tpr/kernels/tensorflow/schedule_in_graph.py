"""The schedule of a batch of trees, made within a graph."""

import tensorflow as tf

from keras_tpr.trees.level_schedule import SCHEDULE_NAMES, level_schedule


def schedule_in_graph(children, node_mask):
    """`level_schedule` of tensors, by NumPy, as a dict of tensors."""

    def vectors(children, node_mask):
        schedule = level_schedule(children, node_mask)
        return [schedule[name] for name in SCHEDULE_NAMES]

    tensors = tf.numpy_function(
        vectors,
        [children, node_mask],
        [tf.int32] * len(SCHEDULE_NAMES),
        stateful=False,
    )
    for tensor in tensors:
        tensor.set_shape((None,))
    return dict(zip(SCHEDULE_NAMES, tensors, strict=True))
