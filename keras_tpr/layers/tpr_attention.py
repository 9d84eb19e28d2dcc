"""Attention computed from a recurrent state and a TPR of the words so far."""

import keras
from keras import ops


@keras.saving.register_keras_serializable(package="keras_tpr")
class TPRAttention(keras.layers.Layer):
    """A map of attention weights, `sig(W [h ; vec(S)] + b)`.

    ATPL uses it twice in every step: over the vector that is decoded, and over
    the roles. `vec` is row-major. The weights of one map are independent of
    each other: they do not add up to one.

    To try another attention, override `score`, which gives the values before
    the activation; it must treat positions on leading axes independently.

    Args:
        units: number of attention weights.
        activation: activation of the scores; the paper's is the sigmoid.
        kernel_initializer, bias_initializer: initialisers.
        kernel_regularizer, bias_regularizer: regularisers.
        kernel_constraint, bias_constraint: constraints.

    Call arguments:
        h: state of the recurrent network, `(..., H)`.
        tpr: representation of the words so far, `(..., D, R)`.

    Shapes:
        Output `(..., units)`. Weights: `kernel` `(H + D * R, units)`, its
        first `H` rows for `h`; `bias` `(units,)`.

    Masking:
        None is used or made; masked positions are computed like others.

    Example:

    >>> import keras
    >>> from keras_tpr.layers import TPRAttention
    >>> class SharpAttention(TPRAttention):
    ...     def score(self, h, tpr):
    ...         return 2.0 * super().score(h, tpr)
    >>> h, tpr = keras.random.normal((2, 6)), keras.random.normal((2, 4, 4))
    >>> tuple(SharpAttention(3)(h, tpr).shape)
    (2, 3)

    Reference:
        Huang et al., Attentive Tensor Product Learning, AAAI 2019, equation 3.
    """

    def __init__(
        self,
        units,
        activation="sigmoid",
        kernel_initializer="glorot_uniform",
        bias_initializer="zeros",
        kernel_regularizer=None,
        bias_regularizer=None,
        kernel_constraint=None,
        bias_constraint=None,
        **kwargs,
    ):
        super().__init__(**kwargs)
        if not isinstance(units, int) or units < 1:
            raise ValueError(
                f"`units` must be a positive integer. Received: units={units!r}"
            )
        self.units = units
        self.supports_masking = True
        self.activation = keras.activations.get(activation)
        self.kernel_initializer = keras.initializers.get(kernel_initializer)
        self.bias_initializer = keras.initializers.get(bias_initializer)
        self.kernel_regularizer = keras.regularizers.get(kernel_regularizer)
        self.bias_regularizer = keras.regularizers.get(bias_regularizer)
        self.kernel_constraint = keras.constraints.get(kernel_constraint)
        self.bias_constraint = keras.constraints.get(bias_constraint)

    def build(self, h_shape, tpr_shape):
        if len(tpr_shape) != len(h_shape) + 1:
            raise ValueError(
                "`tpr` must have one axis more than `h`: (..., H) and "
                f"(..., D, R). Received shapes {tuple(h_shape)} and "
                f"{tuple(tpr_shape)}."
            )
        self.h_size = h_shape[-1]
        self.tpr_size = tpr_shape[-2] * tpr_shape[-1]
        self.kernel = self.add_weight(
            shape=(self.h_size + self.tpr_size, self.units),
            name="kernel",
            initializer=self.kernel_initializer,
            regularizer=self.kernel_regularizer,
            constraint=self.kernel_constraint,
        )
        self.bias = self.add_weight(
            shape=(self.units,),
            name="bias",
            initializer=self.bias_initializer,
            regularizer=self.bias_regularizer,
            constraint=self.bias_constraint,
        )

    def call(self, h, tpr):
        return self.activation(self.score(h, tpr))

    def score(self, h, tpr):
        """The scores before the activation, `(..., units)`."""
        return self.state_score(h) + self.tpr_score(tpr)

    def state_score(self, h):
        """The part of the standard score that depends on `h`."""
        return ops.matmul(h, self.kernel[: self.h_size]) + self.bias

    def tpr_score(self, tpr):
        """The part of the standard score that depends on `tpr`."""
        flat = ops.reshape(tpr, (*ops.shape(tpr)[:-2], self.tpr_size))
        return ops.matmul(flat, self.kernel[self.h_size :])

    @property
    def score_is_standard(self):
        """Whether the score is the sum of its two parts, i.e. the paper's."""
        own, standard = type(self), TPRAttention
        return all(
            getattr(own, name) is getattr(standard, name)
            for name in ("call", "score", "state_score", "tpr_score")
        )

    def compute_output_shape(self, h_shape, tpr_shape):
        return (*h_shape[:-1], self.units)

    def get_config(self):
        serialize = keras.saving.serialize_keras_object
        return {
            **super().get_config(),
            "units": self.units,
            "activation": keras.activations.serialize(self.activation),
            "kernel_initializer": serialize(self.kernel_initializer),
            "bias_initializer": serialize(self.bias_initializer),
            "kernel_regularizer": serialize(self.kernel_regularizer),
            "bias_regularizer": serialize(self.bias_regularizer),
            "kernel_constraint": serialize(self.kernel_constraint),
            "bias_constraint": serialize(self.bias_constraint),
        }
