"""Vectors of words made of those of their affixes."""

import keras
from keras import ops


@keras.saving.register_keras_serializable(package="keras_tpr")
class AffixVectors(keras.layers.Embedding):
    """The sum of the vectors of a word's affixes; see `word_affixes`.

    Args:
        input_dim: number of buckets.
        output_dim, **kwargs: of `keras.layers.Embedding`.

    Shapes:
        Numbers `(..., A)` to vectors `(..., output_dim)`.
    """

    def call(self, inputs):
        return ops.sum(super().call(inputs), axis=-2)

    def compute_output_shape(self, input_shape):
        return (*input_shape[:-1], self.output_dim)
