"""Binding of fillers to roles: the tensor product representation."""

import keras
from keras import ops


@keras.saving.register_keras_serializable(package="keras_tpr")
class TPRBind(keras.layers.Layer):
    """Binds a sequence of fillers to their roles and adds up the products.

    `S = sum_t f_t r_t^T`, the tensor product representation of a sequence. The
    filler axis is the row axis of the result, the role axis its column axis.

    Call arguments:
        inputs: a list `[fillers, roles]` of shapes `(..., T, D)` and
            `(..., T, R)`.
        mask: boolean `(..., T)`, or the list of two that Keras makes of the
            masks of its inputs. A position is bound where every mask is true.

    Shapes:
        Output `(..., D, R)`.

    Masking:
        A masked position adds nothing. With every position masked the result
        is zero. The output carries no mask.

    Example:

    >>> import keras
    >>> from keras_tpr.layers import TPRBind
    >>> fillers = keras.random.normal((2, 5, 3))
    >>> roles = keras.random.normal((2, 5, 8))
    >>> tuple(TPRBind()([fillers, roles]).shape)
    (2, 3, 8)

    Reference:
        Huang et al., Attentive Tensor Product Learning, AAAI 2019, equation 1.
    """

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.supports_masking = True

    def build(self, input_shape):
        fillers, roles = _pair(input_shape, "[fillers, roles]")
        if len(fillers) < 2 or len(fillers) != len(roles):
            raise ValueError(
                "`fillers` and `roles` must have the same rank, at least 2: "
                f"(..., T, D) and (..., T, R). Received shapes {fillers} and "
                f"{roles}."
            )
        if None not in (fillers[-2], roles[-2]) and fillers[-2] != roles[-2]:
            raise ValueError(
                "`fillers` and `roles` must have as many positions. Received "
                f"shapes {fillers} and {roles}."
            )

    def call(self, inputs, mask=None):
        fillers, roles = inputs
        for m in mask if isinstance(mask, (list, tuple)) else [mask]:
            if m is not None:
                m = ops.expand_dims(ops.cast(m, fillers.dtype), -1)
                fillers = fillers * m
        return ops.matmul(ops.swapaxes(fillers, -1, -2), roles)

    def compute_mask(self, inputs, mask=None):
        return None

    def compute_output_shape(self, input_shape):
        fillers, roles = _pair(input_shape, "[fillers, roles]")
        return (*fillers[:-2], fillers[-1], roles[-1])


def _pair(input_shape, expected):
    if len(input_shape) != 2 or not isinstance(input_shape[0], (list, tuple)):
        raise ValueError(
            f"Expected a list of two tensors, {expected}. Received input of "
            f"shape {input_shape}."
        )
    return tuple(input_shape[0]), tuple(input_shape[1])
