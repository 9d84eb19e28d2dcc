"""Cross-entropy of a sentence: summed over its words."""

import keras
from keras import ops

NORMALISATIONS = ("sentence", "token")


@keras.saving.register_keras_serializable(package="keras_tpr")
class SentenceCrossEntropy(keras.losses.Loss):
    """Cross-entropy over a vocabulary, summed over words, mean over sentences.

    This is the objective that captioners are trained with: long sentences
    weigh more than with a mean over all words, which `"token"` gives.

    Args:
        normalize: `"sentence"`: the sum over real words, divided by the number
            of sentences in the batch; `"token"`: divided by the number of real
            words (the sum of the sample weights).

    Call arguments:
        y_true: word ids `(B, T)`.
        y_pred: logits `(B, T, V)`.
        sample_weight: `(B, T)`, 0 at padded positions.

    Masking:
        Weight 0 takes a position out of the sum and of the token count. A
        batch of padding only has loss 0.

    Reference:
        Vinyals et al., Show and Tell, CVPR 2015, equation 13.
    """

    def __init__(
        self, normalize="sentence", name="sentence_cross_entropy", **kwargs
    ):
        super().__init__(name=name, **kwargs)
        if normalize not in NORMALISATIONS:
            raise ValueError(
                f"`normalize` must be one of {NORMALISATIONS}. Received: "
                f"{normalize!r}."
            )
        self.normalize = normalize

    def call(self, y_true, y_pred):
        """Negative log-likelihood of each word, `(B, T)`."""
        return keras.losses.sparse_categorical_crossentropy(
            y_true, ops.cast(y_pred, "float32"), from_logits=True
        )

    def __call__(self, y_true, y_pred, sample_weight=None):
        y_true = ops.convert_to_tensor(y_true)
        weights = self.word_weights(y_true, sample_weight)
        return ops.sum(self.call(y_true, y_pred) * weights)

    def word_weights(self, y_true, sample_weight=None):
        """The factor of each word in the sum, `(B, T)`."""
        if sample_weight is None:
            weights = ops.ones(ops.shape(y_true), "float32")
        else:
            weights = ops.cast(sample_weight, "float32")
        if self.normalize == "token":
            return weights / ops.maximum(ops.sum(weights), 1e-7)
        return weights / ops.cast(ops.shape(y_true)[0], "float32")

    def get_config(self):
        return {**super().get_config(), "normalize": self.normalize}
