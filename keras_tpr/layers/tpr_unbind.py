"""Unbinding: reading a filler back from a tensor product representation."""

from itertools import zip_longest

import keras
from keras import ops


@keras.saving.register_keras_serializable(package="keras_tpr")
class TPRUnbind(keras.layers.Layer):
    """Reads the filler of one role: `f = S u`.

    `u` is the unbinding vector of the role. Where the roles are linearly
    independent and `u` is a row of `dual_roles(roles)`, the filler comes back
    exactly; otherwise it is a mixture.

    Call arguments:
        inputs: a list `[tpr, unbinding]` of shapes `(..., D, R)` and
            `(..., R)`; leading axes broadcast.

    Shapes:
        Output `(..., D)`.

    Masking:
        The mask of `unbinding`, if it has one, is passed on; values at masked
        positions are computed like all others.

    Example:

    >>> import keras
    >>> from keras_tpr.layers import TPRUnbind
    >>> tpr, u = keras.random.normal((2, 3, 8)), keras.random.normal((2, 8))
    >>> tuple(TPRUnbind()([tpr, u]).shape)
    (2, 3)

    Reference:
        Huang et al., Attentive Tensor Product Learning, AAAI 2019, equation 2.
    """

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.supports_masking = True

    def build(self, input_shape):
        if len(input_shape) != 2 or not isinstance(
            input_shape[0], (list, tuple)
        ):
            raise ValueError(
                "Expected a list of two tensors, [tpr, unbinding]. Received "
                f"input of shape {input_shape}."
            )
        tpr, unbinding = input_shape
        if len(tpr) < 2 or tpr[-1] != unbinding[-1]:
            raise ValueError(
                "`tpr` (..., D, R) and `unbinding` (..., R) must have the same "
                f"role size R. Received shapes {tuple(tpr)} and "
                f"{tuple(unbinding)}."
            )

    def call(self, inputs, mask=None):
        tpr, unbinding = inputs
        product = ops.matmul(tpr, ops.expand_dims(unbinding, -1))
        return ops.squeeze(product, -1)

    def compute_mask(self, inputs, mask=None):
        return mask[1] if isinstance(mask, (list, tuple)) else mask

    def compute_output_shape(self, input_shape):
        tpr, unbinding = input_shape
        return (*_broadcast(tpr[:-2], unbinding[:-1]), tpr[-2])


def _broadcast(first, second):
    """The common shape of two, in which None is any size."""
    sizes = zip_longest(reversed(first), reversed(second), fillvalue=1)
    return tuple(b if a in (1, None) and b != 1 else a for a, b in sizes)[::-1]
