"""Initialisation of word vectors whose mean is zero."""

import keras
from keras import ops


@keras.saving.register_keras_serializable(package="keras_tpr")
class ZeroMean(keras.initializers.Initializer):
    """Draws with another initialiser, then subtracts the mean over the rows.

    ATPL starts from word vectors that add up to zero over the vocabulary. This
    holds at the start only: training moves the mean.

    Args:
        initializer: the initialiser that draws the values.

    Example:

    >>> import keras
    >>> from keras_tpr.initializers import ZeroMean
    >>> table = ZeroMean("uniform")((1000, 4))
    >>> bool(keras.ops.max(abs(keras.ops.mean(table, axis=0))) < 1e-6)
    True
    """

    def __init__(self, initializer="uniform"):
        self.initializer = keras.initializers.get(initializer)

    def __call__(self, shape, dtype=None):
        values = self.initializer(shape, dtype=dtype)
        return values - ops.mean(values, axis=0, keepdims=True)

    def get_config(self):
        return {
            "initializer": keras.saving.serialize_keras_object(self.initializer)
        }

    @classmethod
    def from_config(cls, config):
        return cls(keras.saving.deserialize_keras_object(config["initializer"]))
