"""Over how many replicas a batch is split."""

import tensorflow as tf


def num_replicas():
    """The number of replicas of the current `tf.distribute` strategy."""
    return tf.distribute.get_strategy().num_replicas_in_sync
