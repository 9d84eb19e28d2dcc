"""Sums over the replicas of a strategy."""

import tensorflow as tf


def replica_sum(x):
    """Adds up a tensor of each replica; outside of replicas it stays.

    Gradients are summed likewise.
    """
    context = tf.distribute.get_replica_context()
    if context is None or context.num_replicas_in_sync == 1:
        return x
    return context.all_reduce(tf.distribute.ReduceOp.SUM, x)
