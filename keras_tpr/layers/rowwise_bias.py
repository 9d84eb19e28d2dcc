"""Bias and activation of pooled feature maps, with padding kept at zero."""

import keras
from keras import ops


@keras.saving.register_keras_serializable(package="keras_tpr")
class RowwiseBias(keras.layers.Layer):
    """`g(x + b)` with a bias for each row and map, and zero where masked.

    Places that a pooling layer filled up stay zero, so that the next
    convolution sees what it would see of the example alone.

    Args:
        activation: `g`.
        bias_initializer, bias_regularizer, bias_constraint: of the bias.

    Call arguments:
        inputs: `(B, T, R, n)`.
        mask: boolean `(B, T)`.

    Shapes:
        That of the input. Weight: `bias` `(R, n)`.

    Masking:
        Masked positions are zero, and the mask is passed on.

    Example:

    >>> import numpy as np
    >>> from keras_tpr.layers import RowwiseBias
    >>> layer = RowwiseBias(activation=None, bias_initializer="ones")
    >>> x = np.array([5.0, 6.0]).reshape(1, 2, 1, 1)
    >>> mask = np.array([[True, False]])
    >>> np.asarray(layer(x, mask=mask)).ravel().tolist()
    [6.0, 0.0]

    Reference:
        Kalchbrenner et al., A Convolutional Neural Network for Modelling
        Sentences, ACL 2014, section 3.4.
    """

    def __init__(
        self,
        activation="tanh",
        bias_initializer="zeros",
        bias_regularizer=None,
        bias_constraint=None,
        **kwargs,
    ):
        super().__init__(**kwargs)
        self.supports_masking = True
        self.activation = keras.activations.get(activation)
        self.bias_initializer = keras.initializers.get(bias_initializer)
        self.bias_regularizer = keras.regularizers.get(bias_regularizer)
        self.bias_constraint = keras.constraints.get(bias_constraint)

    def build(self, input_shape):
        if len(input_shape) != 4 or None in input_shape[2:]:
            raise ValueError(
                "RowwiseBias takes feature maps (B, T, R, n) of known R and n. "
                f"Received shape {tuple(input_shape)}."
            )
        self.input_spec = keras.layers.InputSpec(
            ndim=4, axes={2: input_shape[2], 3: input_shape[3]}
        )
        self.bias = self.add_weight(
            shape=tuple(input_shape[2:]),
            name="bias",
            initializer=self.bias_initializer,
            regularizer=self.bias_regularizer,
            constraint=self.bias_constraint,
        )

    def call(self, inputs, mask=None):
        outputs = self.activation(inputs + self.bias)
        if mask is None:
            return outputs
        mask = ops.expand_dims(ops.expand_dims(mask, -1), -1)
        return ops.where(mask, outputs, ops.zeros((), outputs.dtype))

    def compute_output_shape(self, input_shape):
        return tuple(input_shape)

    def get_config(self):
        serialize = keras.saving.serialize_keras_object
        return {
            **super().get_config(),
            "activation": keras.activations.serialize(self.activation),
            "bias_initializer": serialize(self.bias_initializer),
            "bias_regularizer": serialize(self.bias_regularizer),
            "bias_constraint": serialize(self.bias_constraint),
        }
