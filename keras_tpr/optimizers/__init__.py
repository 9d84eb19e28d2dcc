"""Optimisers."""

from keras_tpr.optimizers.sparse_adagrad import SparseAdagrad

__all__ = ["SparseAdagrad"]
