"""Kullback-Leibler divergence from a score between two classes."""

import keras
from keras import ops


@keras.saving.register_keras_serializable(package="keras_tpr")
class SparseTargetKL(keras.losses.Loss):
    """`KL(p || p_hat)`, where `p` spreads a score over two adjacent classes.

    A score `y` in [1, R], such as the mean of several people's, becomes the
    distribution over the scores 1 to R whose expectation is `y`:

        p_r = y - floor(y)        for r = floor(y) + 1
              floor(y) - y + 1    for r = floor(y)
              0                   otherwise

    Args:
        num_classes: `R`.
        name, reduction, dtype: as for any Keras loss.

    Call arguments:
        y_true: scores in [1, num_classes], `(B,)` or `(B, 1)`.
        y_pred: probabilities `(B, num_classes)`.
        sample_weight: `(B,)`.

    Masking:
        Weight 0 takes a pair out of the mean.

    Example:

    >>> import numpy as np
    >>> from keras_tpr.losses import SparseTargetKL
    >>> p_hat = np.array([[0.0, 0.5, 0.5, 0.0, 0.0]], "float32")
    >>> loss = SparseTargetKL()
    >>> abs(round(float(loss(np.array([2.5]), p_hat)), 4))
    0.0
    >>> round(float(loss(np.array([3.0]), p_hat)), 4)  # ln 2
    0.6931

    Reference:
        Tai et al., Improved Semantic Representations From Tree-Structured Long
        Short-Term Memory Networks, ACL 2015, section 4.2.
    """

    def __init__(
        self,
        num_classes=5,
        name="sparse_target_kl",
        reduction="sum_over_batch_size",
        dtype=None,
    ):
        super().__init__(name=name, reduction=reduction, dtype=dtype)
        if not isinstance(num_classes, int) or num_classes < 2:
            raise ValueError(
                "`num_classes` must be an integer of at least 2. Received: "
                f"num_classes={num_classes!r}."
            )
        self.num_classes = num_classes

    def call(self, y_true, y_pred):
        # Before the logarithm: 16-bit numbers end at 6e-8.
        y_pred = ops.cast(y_pred, "float32")
        target = self.target(ops.reshape(y_true, (-1,)))
        epsilon = keras.config.epsilon()
        log_ratio = ops.log(ops.maximum(target, epsilon)) - ops.log(
            ops.maximum(y_pred, epsilon)
        )
        return ops.sum(target * log_ratio, axis=-1)

    def target(self, scores):
        """The distributions `(B, num_classes)` of scores `(B,)`."""
        scores = ops.expand_dims(ops.cast(scores, "float32"), -1)
        classes = ops.arange(1, self.num_classes + 1, dtype="float32")
        # Both cases above, as one: a class gets the less, the farther it is.
        return ops.maximum(1.0 - ops.abs(scores - classes), 0.0)

    def get_config(self):
        return {**super().get_config(), "num_classes": self.num_classes}
