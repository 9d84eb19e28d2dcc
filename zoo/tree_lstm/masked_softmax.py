"""Probabilities, which are zero where there is nothing to be told."""

import keras
from keras import ops


def masked_softmax(logits, mask):
    """Softmax in float32.

    Args:
        logits: `(..., C)`.
        mask: boolean `(...)`; where it is False all probabilities are 0.

    Returns:
        `(..., C)`.
    """
    logits = ops.cast(logits, "float32")
    probabilities = keras.activations.softmax(logits)
    real = ops.cast(ops.expand_dims(mask, -1), "float32")
    masked = probabilities * real
    # Keras computes cross-entropy from these where it finds them.
    if hasattr(probabilities, "_keras_logits"):
        masked._keras_logits = logits
    return masked
