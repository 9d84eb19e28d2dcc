"""Cross-entropy of a sentence: summed over its words."""

import numbers

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
        label_smoothing: share `e` of the target that is spread evenly over the
            vocabulary: a word is scored by `(1 - e)` times its own negative
            log-likelihood plus `e` times the mean of those of all `V` words.
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

    Raises:
        ValueError: if `label_smoothing` is no number from 0 up to, but not
            including, 1.

    Example:

    >>> import numpy as np
    >>> from keras_tpr.losses import SentenceCrossEntropy
    >>> words, real = np.array([[1, 1, 0]]), np.array([[1, 1, 0]])
    >>> logits = np.zeros((1, 3, 2), "float32")
    >>> loss = SentenceCrossEntropy()(words, logits, sample_weight=real)
    >>> round(float(loss), 4)  # two words at ln 2
    1.3863

    Reference:
        Vinyals et al., Show and Tell, CVPR 2015, equation 13; label smoothing
        from Szegedy et al., Rethinking the Inception Architecture for
        Computer Vision, CVPR 2016, section 7.
    """

    def __init__(
        self,
        label_smoothing=0.0,
        name="sentence_cross_entropy",
        reduction="sum_over_batch_size",
        dtype=None,
    ):
        super().__init__(name=name, reduction=reduction, dtype=dtype)
        if not isinstance(label_smoothing, numbers.Real) or not (
            0 <= label_smoothing < 1
        ):
            raise ValueError(
                "`label_smoothing` must be a number of at least 0 and below "
                f"1. Received: label_smoothing={label_smoothing!r}."
            )
        self.label_smoothing = float(label_smoothing)

    def call(self, y_true, y_pred):
        losses = self.word_losses(y_true, y_pred)
        if self.label_smoothing:
            others = _mean_word_loss(y_pred)
            losses = losses + self.label_smoothing * (others - losses)
        # Keras divides by B * T; times T, the words of a sentence add up.
        return losses * ops.cast(ops.shape(losses)[1], losses.dtype)

    def word_losses(self, y_true, y_pred):
        """Negative log-likelihood of each word, not smoothed, `(B, T)`."""
        return keras.losses.sparse_categorical_crossentropy(
            y_true, ops.cast(y_pred, "float32"), from_logits=True
        )

    def get_config(self):
        return {
            **super().get_config(),
            "label_smoothing": self.label_smoothing,
        }


def _mean_word_loss(logits):
    """Mean over the vocabulary of the words' losses, `(B, T)`."""
    logits = ops.cast(logits, "float32")
    return ops.logsumexp(logits, axis=-1) - ops.mean(logits, axis=-1)
