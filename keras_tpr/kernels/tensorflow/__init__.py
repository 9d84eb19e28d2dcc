"""TensorFlow kernels with hand-written gradients.

Each equals its portable counterpart in `keras.ops` in outputs and gradients.
"""

from keras_tpr.kernels.tensorflow.adagrad_step import adagrad_step
from keras_tpr.kernels.tensorflow.assert_true import assert_true
from keras_tpr.kernels.tensorflow.fused_batch_norm import fused_batch_norm
from keras_tpr.kernels.tensorflow.k_max import k_max
from keras_tpr.kernels.tensorflow.lstm import lstm
from keras_tpr.kernels.tensorflow.output_cross_entropy import (
    output_cross_entropy,
)
from keras_tpr.kernels.tensorflow.replica_sum import replica_sum
from keras_tpr.kernels.tensorflow.role_recurrence import role_recurrence
from keras_tpr.kernels.tensorflow.rowwise_convolution import (
    rowwise_convolution,
)
from keras_tpr.kernels.tensorflow.schedule_in_graph import schedule_in_graph
from keras_tpr.kernels.tensorflow.sgd_step import sgd_step
from keras_tpr.kernels.tensorflow.tree_lstm import tree_lstm

__all__ = [
    "adagrad_step",
    "assert_true",
    "fused_batch_norm",
    "k_max",
    "lstm",
    "output_cross_entropy",
    "replica_sum",
    "role_recurrence",
    "rowwise_convolution",
    "schedule_in_graph",
    "sgd_step",
    "tree_lstm",
]
