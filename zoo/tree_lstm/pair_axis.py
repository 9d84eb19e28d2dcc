"""Pairs of sentences as one batch of sentences, and back."""

import keras
from keras import ops


@keras.saving.register_keras_serializable(package="keras_tpr")
class MergePairs(keras.layers.Layer):
    """Tensors `(B, 2, ...)` of a dict as `(2 B, ...)`; a `schedule` stays."""

    def call(self, inputs):
        return {
            name: x
            if name == "schedule"
            else ops.reshape(x, (-1, *ops.shape(x)[2:]))
            for name, x in inputs.items()
        }

    def compute_output_spec(self, inputs):
        return {
            name: keras.KerasTensor((None, *x.shape[2:]), dtype=x.dtype)
            for name, x in inputs.items()
        }


@keras.saving.register_keras_serializable(package="keras_tpr")
class SplitPairs(keras.layers.Layer):
    """Vectors `(2 B, S)` as those of the left and the right, `(B, S)` each."""

    def call(self, inputs):
        pairs = ops.reshape(inputs, (-1, 2, inputs.shape[-1]))
        return pairs[:, 0], pairs[:, 1]

    def compute_output_spec(self, inputs):
        side = keras.KerasTensor(
            (None, inputs.shape[-1]), dtype=self.compute_dtype
        )
        return side, side
