"""Weight initialisers."""

from keras_tpr.initializers.zero_mean import ZeroMean

__all__ = ["ZeroMean"]
