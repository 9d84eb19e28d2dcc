"""Cross-entropy of the nodes of trees, of which not all have a class."""

import keras
from keras import ops

REDUCTIONS = {
    "sentence": "sum_over_batch_size",
    "node": "mean_with_sample_weight",
}


@keras.saving.register_keras_serializable(package="keras_tpr")
class NodeCrossEntropy(keras.losses.Loss):
    """Cross-entropy of every node of a tree that has a class.

    Args:
        per: `"sentence"` adds up the nodes of a tree and takes the mean over
            the trees of the batch, so that large trees weigh more; it is what
            published learning rates were tuned with. `"node"` takes the mean
            over all nodes that have a class.
        name, dtype: as for any Keras loss.

    Call arguments:
        y_true: integers `(B, N)`, the classes; negative for a node without.
        y_pred: probabilities `(B, N, C)`.
        sample_weight: `(B, N)` or `(B, 1)`, or None.

    Masking:
        Nodes without a class, or with weight 0, do not count. A batch without
        any other has loss 0.

    Raises:
        ValueError: if `per` is neither of the two.

    Example:

    >>> import numpy as np
    >>> from keras_tpr.losses import NodeCrossEntropy
    >>> classes = np.array([[1, 0, -1]])
    >>> even = np.full((1, 3, 2), 0.5, "float32")
    >>> round(float(NodeCrossEntropy()(classes, even)), 4)  # twice ln 2
    1.3863
    >>> round(float(NodeCrossEntropy(per="node")(classes, even)), 4)
    0.6931

    Reference:
        Tai et al., Improved Semantic Representations From Tree-Structured Long
        Short-Term Memory Networks, ACL 2015, section 4.1 (`"node"`); the
        release of that paper (`"sentence"`).
    """

    def __init__(
        self, per="sentence", name="node_cross_entropy", dtype=None, **kwargs
    ):
        if per not in REDUCTIONS:
            raise ValueError(
                f"`per` must be one of {tuple(REDUCTIONS)}. Received: "
                f"per={per!r}."
            )
        # A saved config names the reduction that `per` implies.
        kwargs.setdefault("reduction", REDUCTIONS[per])
        super().__init__(name=name, dtype=dtype, **kwargs)
        self.per = per

    def __call__(self, y_true, y_pred, sample_weight=None):
        counts = ops.cast(ops.greater_equal(y_true, 0), "float32")
        if sample_weight is not None:
            counts = counts * ops.cast(sample_weight, "float32")
        return super().__call__(y_true, y_pred, sample_weight=counts)

    def call(self, y_true, y_pred):
        y_true = ops.cast(y_true, "int32")
        if not _has_logits(y_pred):
            # Zeros, where there is no node, are no distribution, and what
            # comes of them is not finite, whatever it is multiplied by.
            counts = ops.expand_dims(ops.greater_equal(y_true, 0), -1)
            y_pred = ops.where(counts, y_pred, 1.0 / y_pred.shape[-1])
        losses = keras.losses.sparse_categorical_crossentropy(
            ops.maximum(y_true, 0), y_pred
        )
        if self.per == "node":
            return losses
        # Keras divides by B * N; times N, the nodes of a tree add up.
        return losses * ops.cast(ops.shape(losses)[1], losses.dtype)

    def get_config(self):
        return {**super().get_config(), "per": self.per}


def _has_logits(y_pred):
    """Whether Keras takes the logits that a softmax has left there."""
    on_tensorflow = keras.config.backend() == "tensorflow"
    return on_tensorflow and hasattr(y_pred, "_keras_logits")
