"""Accuracy over the positions that have a class."""

import keras
from keras import ops


@keras.saving.register_keras_serializable(package="keras_tpr")
class MaskedAccuracy(keras.metrics.Metric):
    """The fraction of labelled positions whose best class is the right one.

    Exact over the epoch: each position counts the same, whatever batch it is
    in.

    Args:
        ignore_class: the label of positions that have no class.
        name, dtype: as for any Keras metric.

    Call arguments:
        y_true: classes, integers `(...)`.
        y_pred: scores or probabilities of the classes, `(..., C)`.
        sample_weight: `(...)`, or with fewer axes at the end.

    Masking:
        Positions with the label `ignore_class`, with weight 0, or masked in
        `y_pred` do not count. Without any that does, the result is 0.

    Example:

    >>> import numpy as np
    >>> from keras_tpr.metrics import MaskedAccuracy
    >>> metric = MaskedAccuracy()
    >>> scores = np.array([[[0.9, 0.1], [0.8, 0.2], [0.3, 0.7]]])
    >>> metric.update_state(np.array([[0, 1, -1]]), scores)
    >>> float(metric.result())
    0.5
    """

    def __init__(self, ignore_class=-1, name="masked_accuracy", dtype=None):
        super().__init__(name=name, dtype=dtype)
        self.ignore_class = ignore_class
        self.hits = self.add_variable((), "zeros", name="hits")
        self.count = self.add_variable((), "zeros", name="count")
        # Maximising it is what callbacks should do.
        self._direction = "up"

    def update_state(self, y_true, y_pred, sample_weight=None):
        mask = getattr(y_pred, "_keras_mask", None)
        y_pred = ops.convert_to_tensor(y_pred)
        y_true = ops.cast(y_true, "int32")
        if len(y_true.shape) == len(y_pred.shape):
            y_true = ops.squeeze(y_true, axis=-1)
        weights = ops.cast(ops.not_equal(y_true, self.ignore_class), self.dtype)
        for factor in (mask, sample_weight):
            if factor is not None:
                factor = ops.cast(factor, self.dtype)
                while len(factor.shape) < len(weights.shape):
                    factor = ops.expand_dims(factor, -1)
                weights = weights * factor
        best = ops.cast(ops.argmax(y_pred, axis=-1), "int32")
        hits = weights * ops.cast(ops.equal(best, y_true), self.dtype)
        self.hits.assign_add(ops.sum(hits))
        self.count.assign_add(ops.sum(weights))

    def result(self):
        return ops.divide_no_nan(self.hits, self.count)

    def get_config(self):
        return {**super().get_config(), "ignore_class": self.ignore_class}
