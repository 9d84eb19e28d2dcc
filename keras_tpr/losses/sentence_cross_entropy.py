"""Cross-entropy of a sentence: summed over its words."""

import keras
from keras import ops


@keras.saving.register_keras_serializable(package="keras_tpr")
class SentenceCrossEntropy(keras.losses.Loss):
    """Cross-entropy over a vocabulary, summed over words, mean over sentences.

    This is the objective that captioners are trained with; long sentences
    weigh more in it than in a mean over all words. (For the latter, use
    `keras.losses.SparseCategoricalCrossentropy(from_logits=True,
    reduction="mean_with_sample_weight")`.)

    Args:
        name, reduction, dtype: as for any Keras loss. With the default
            reduction the result is the sum over the real words divided by the
            number of sentences in the batch.

    Call arguments:
        y_true: word ids `(B, T)`.
        y_pred: logits `(B, T, V)`.
        sample_weight: `(B, T)`, 0 at padded positions.

    Masking:
        Weight 0, or a mask on `y_pred`, takes a position out of the sum. A
        batch of padding only has loss 0.

    Example:

    >>> import numpy as np
    >>> from keras_tpr.losses import SentenceCrossEntropy
    >>> words, real = np.array([[1, 1, 0]]), np.array([[1, 1, 0]])
    >>> logits = np.zeros((1, 3, 2), "float32")
    >>> loss = SentenceCrossEntropy()(words, logits, sample_weight=real)
    >>> round(float(loss), 4)  # two words at ln 2
    1.3863

    Reference:
        Vinyals et al., Show and Tell, CVPR 2015, equation 13.
    """

    def __init__(
        self,
        name="sentence_cross_entropy",
        reduction="sum_over_batch_size",
        dtype=None,
    ):
        super().__init__(name=name, reduction=reduction, dtype=dtype)

    def call(self, y_true, y_pred):
        losses = self.word_losses(y_true, y_pred)
        # Keras divides by B * T; times T, the words of a sentence add up.
        return losses * ops.cast(ops.shape(losses)[1], losses.dtype)

    def word_losses(self, y_true, y_pred):
        """Negative log-likelihood of each word, `(B, T)`."""
        return keras.losses.sparse_categorical_crossentropy(
            y_true, ops.cast(y_pred, "float32"), from_logits=True
        )
