"""Weights that depend on a key, for both directions of an LSTM."""

import keras
from keras import ops

from keras_tpr.layers import FactoredDense


@keras.saving.register_keras_serializable(package="keras_tpr")
class DirectedFactoredDense(keras.layers.Layer):
    """The sum of a `FactoredDense` for each direction of an LSTM.

    Args:
        units, num_keys, factors: of both.

    Call arguments:
        states: `(..., 2 * H)`, the forward state before the backward one.
        keys: see `FactoredDense`.

    Shapes:
        Output `(..., units)`.
    """

    def __init__(self, units, num_keys, factors=512, **kwargs):
        super().__init__(**kwargs)
        self.directions = [
            FactoredDense(
                units, num_keys, factors, name=name, dtype=self.dtype_policy
            )
            for name in ("forward", "backward")
        ]

    def build(self, states_shape, keys_shape):
        shape = (*states_shape[:-1], states_shape[-1] // 2)
        for layer in self.directions:
            layer.build(shape, keys_shape)

    def call(self, states, keys):
        parts = ops.split(states, 2, axis=-1)
        forward, backward = (
            layer(part, keys)
            for layer, part in zip(self.directions, parts, strict=True)
        )
        return forward + backward

    def compute_output_shape(self, states_shape, keys_shape):
        return (*states_shape[:-1], self.directions[0].units)

    def get_config(self):
        layer = self.directions[0]
        names = ("units", "num_keys", "factors")
        return {
            **super().get_config(),
            **{name: getattr(layer, name) for name in names},
        }
