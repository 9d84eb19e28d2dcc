"""An attention that attends to everything."""

import keras
from keras import ops

from keras_tpr.layers.tpr_attention import TPRAttention


@keras.saving.register_keras_serializable(package="keras_tpr")
class NoAttention(TPRAttention):
    """Takes the place of a `TPRAttention` and lets all pass: weights of one.

    For ablations: as `feature_attention` of an `ATPLDecoder`, every word is
    read from the whole vector.

    Args:
        units: number of weights that are given.

    Call arguments:
        h: `(..., H)`; only its shape matters.
        tpr: `(..., D, R)`; unused.

    Shapes:
        Ones, `(..., units)`. It has no weights of its own.

    Masking:
        Passed on.

    Example:

    >>> import keras
    >>> from keras_tpr.layers import NoAttention
    >>> h, tpr = keras.ops.zeros((1, 4)), keras.ops.zeros((1, 2, 2))
    >>> keras.ops.convert_to_numpy(NoAttention(3)(h, tpr)).tolist()
    [[1.0, 1.0, 1.0]]

    Reference:
        Huang et al., Attentive Tensor Product Learning, AAAI 2019, equation 6
        with a constant gate.
    """

    def build(self, h_shape, tpr_shape):
        """Nothing is to be made."""

    def call(self, h, tpr):
        return ops.ones((*ops.shape(h)[:-1], self.units), self.compute_dtype)
