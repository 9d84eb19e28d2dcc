"""The loss of several networks that are trained apart."""

import keras
from keras import ops


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
