"""An LSTM in both directions over padded sentences."""

import keras
from keras import ops

from keras_tpr.layers.lstm_states import LSTMStates


@keras.saving.register_keras_serializable(package="keras_tpr")
class BidirectionalLSTM(keras.layers.Layer):
    """The states of two LSTMs, one of which reads backwards.

    Equal to `keras.layers.Bidirectional` around `keras.layers.LSTM`; on
    TensorFlow in float32 the weight gradients are single products.

    Args:
        units: size of the states of each direction.
        kernel_initializer, recurrent_initializer, unit_forget_bias: of both.

    Call arguments:
        inputs: `(B, T, X)`.
        padding_mask: boolean `(B, T)`, True at real positions, which come
            first; None if all are.

    Shapes:
        Output `(B, T, 2 * units)`: the forward state, then the backward one.

    Masking:
        Padding leaves a state: behind the last real position the forward one
        repeats and the backward one is zero. A row without any is zero.

    Example:

    >>> import keras
    >>> from keras_tpr.layers import BidirectionalLSTM
    >>> x = keras.random.normal((2, 5, 3))
    >>> tuple(BidirectionalLSTM(units=4)(x).shape)
    (2, 5, 8)

    Reference:
        Graves and Schmidhuber, Framewise Phoneme Classification with
        Bidirectional LSTM, 2005.
    """

    def __init__(
        self,
        units,
        kernel_initializer="glorot_uniform",
        recurrent_initializer="orthogonal",
        unit_forget_bias=True,
        **kwargs,
    ):
        super().__init__(**kwargs)
        if not isinstance(units, int) or units < 1:
            raise ValueError(
                f"`units` must be a positive integer. Received: {units!r}."
            )
        self.units = units
        self.kernel_initializer = keras.initializers.get(kernel_initializer)
        self.recurrent_initializer = keras.initializers.get(
            recurrent_initializer
        )
        self.unit_forget_bias = unit_forget_bias
        self.forward_cell = self._cell("forward")
        self.backward_cell = self._cell("backward")
        self._forward = LSTMStates(self.forward_cell)
        self._backward = LSTMStates(self.backward_cell)

    def build(self, inputs_shape, padding_mask_shape=None):
        for cell in (self.forward_cell, self.backward_cell):
            cell.build((inputs_shape[0], inputs_shape[-1]))

    def call(self, inputs, padding_mask=None):
        if padding_mask is None:
            padding_mask = ops.ones(ops.shape(inputs)[:2], "bool")
        backward = self._backward(
            ops.flip(inputs, axis=1), ops.flip(padding_mask, axis=1)
        )
        return ops.concatenate(
            [self._forward(inputs, padding_mask), ops.flip(backward, axis=1)],
            axis=-1,
        )

    def compute_output_shape(self, inputs_shape, padding_mask_shape=None):
        return (*inputs_shape[:-1], 2 * self.units)

    def get_config(self):
        serialize = keras.saving.serialize_keras_object
        return {
            **super().get_config(),
            "units": self.units,
            "kernel_initializer": serialize(self.kernel_initializer),
            "recurrent_initializer": serialize(self.recurrent_initializer),
            "unit_forget_bias": self.unit_forget_bias,
        }

    def _cell(self, name):
        return keras.layers.LSTMCell(
            self.units,
            kernel_initializer=self.kernel_initializer.clone(),
            recurrent_initializer=self.recurrent_initializer.clone(),
            unit_forget_bias=self.unit_forget_bias,
            name=name,
            dtype=self.dtype_policy,
        )
