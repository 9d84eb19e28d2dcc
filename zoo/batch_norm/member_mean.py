"""Probabilities of several networks: apart in training, else their mean."""

import keras
from keras import ops


@keras.saving.register_keras_serializable(package="keras_tpr")
class MemberMean(keras.layers.Layer):
    """The mean of probabilities; in training all of them, side by side.

    Call arguments:
        inputs: list of `M` tensors `(B, K)`.
        training: whether they are to be kept apart.

    Shapes:
        `(B, K)`; in training `(B, M, K)`.
    """

    def call(self, inputs, training=None):
        probabilities = ops.stack(inputs, axis=1)
        return probabilities if training else ops.mean(probabilities, axis=1)

    def compute_output_shape(self, input_shape):
        return tuple(input_shape[0])
