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


@keras.saving.register_keras_serializable(package="keras_tpr")
class MemberCrossEntropy(keras.losses.Loss):
    """The sum of the cross-entropies of networks that are trained apart.

    Call arguments:
        y_true: classes, integers `(B,)`.
        y_pred: probabilities of a `MemberMean`.
    """

    def call(self, y_true, y_pred):
        y_true = ops.reshape(y_true, (-1,))
        if len(y_pred.shape) == 2:
            y_pred = ops.expand_dims(y_pred, 1)
        members = y_pred.shape[1]
        return sum(
            keras.losses.sparse_categorical_crossentropy(y_true, y_pred[:, i])
            for i in range(members)
        )
