"""The sequential LSTM as the Tree-LSTM that it is the special case of."""

import keras
from keras import ops

from keras_tpr.layers import TreeLSTM


@keras.saving.register_keras_serializable(package="keras_tpr")
class ChainLSTM(keras.layers.Layer):
    """Reads a sentence in a row, from both ends if need be.

    A Tree-LSTM over a tree in which each word is the child of the next one is
    an LSTM. This one may have no output gate, and both directions share their
    weights, as in the published comparisons.

    Args:
        cells: a `TreeLSTMCell` of the kind `"child_sum"` for each layer, the
            lowest first.
        bidirectional: whether the sentence is read backwards, too, with the
            same weights.

    Call arguments:
        x: word vectors, `(B, T, X)`.
        padding_mask: boolean `(B, T)`, True for the words, which come first.

    Shapes:
        `(B, S)`: the last states of all layers, from the lowest, first those
        of the sentence read forwards, then those backwards.

    Masking:
        What fills up does nothing. A row without words gives zeros.

    Example:

    >>> import keras
    >>> from keras_tpr.layers import TreeLSTMCell
    >>> from zoo.tree_lstm.chain_lstm import ChainLSTM
    >>> layer = ChainLSTM([TreeLSTMCell(4)], bidirectional=True)
    >>> words = keras.random.normal((2, 3, 5))
    >>> tuple(layer(words, keras.ops.ones((2, 3), dtype="bool")).shape)
    (2, 8)

    Reference:
        Tai et al., Improved Semantic Representations From Tree-Structured Long
        Short-Term Memory Networks, ACL 2015, section 2.
    """

    def __init__(self, cells, bidirectional=False, **kwargs):
        super().__init__(**kwargs)
        self.cells = list(cells)
        self.bidirectional = bidirectional
        self.chains = [
            TreeLSTM(cell, name=f"layer_{n}", dtype=self.dtype_policy)
            for n, cell in enumerate(self.cells)
        ]
        self.supports_jit = all(chain.supports_jit for chain in self.chains)

    def build(self, x_shape, padding_mask_shape=None):
        size = x_shape[-1]
        for chain, cell in zip(self.chains, self.cells, strict=True):
            mask = (None, None)
            chain.build(
                {
                    "x": (*mask, size),
                    "children": (*mask, 1),
                    "node_mask": mask,
                }
            )
            size = cell.units

    def call(self, x, padding_mask):
        mask = ops.cast(padding_mask, "bool")
        directions = [x]
        if self.bidirectional:
            directions.append(_backwards(x, mask))
        # Both directions at once: (2 B, T, X).
        count = len(directions)
        states = ops.concatenate(directions, axis=0)
        node_mask = ops.concatenate([mask] * count, axis=0)
        children = _chains(node_mask)
        last = []
        for chain in self.chains:
            states = chain(
                {"x": states, "children": children, "node_mask": node_mask}
            )
            last.append(_last(states, node_mask))
        # (count B, S) -> count of (B, S)
        sides = ops.split(ops.concatenate(last, axis=-1), count, axis=0)
        return ops.concatenate(sides, axis=-1)

    def compute_output_shape(self, x_shape, padding_mask_shape=None):
        size = sum(cell.units for cell in self.cells)
        return (x_shape[0], size * (1 + self.bidirectional))

    def compute_output_spec(self, x, padding_mask):
        return keras.KerasTensor(
            self.compute_output_shape(x.shape), dtype=self.compute_dtype
        )

    def get_config(self):
        serialize = keras.saving.serialize_keras_object
        return {
            **super().get_config(),
            "cells": [serialize(cell) for cell in self.cells],
            "bidirectional": self.bidirectional,
        }

    @classmethod
    def from_config(cls, config):
        config = dict(config)
        deserialize = keras.saving.deserialize_keras_object
        config["cells"] = [deserialize(cell) for cell in config["cells"]]
        return cls(**config)


def _chains(mask):
    """Children `(B, T, 1)`: the word before, and none of the first."""
    places = ops.cumsum(ops.ones_like(ops.cast(mask, "int32")), axis=1)
    return ops.expand_dims(places - 2, -1)


def _backwards(x, mask):
    """The words of each row from the last to the first, then the rest."""
    steps = ops.cumsum(ops.ones_like(ops.cast(mask, "int32")), axis=1)
    lengths = ops.sum(ops.cast(mask, "int32"), axis=1, keepdims=True)
    # Of steps 1 .. length, from length - 1 down to 0.
    places = ops.maximum(lengths - steps, 0)
    return ops.take_along_axis(x, ops.expand_dims(places, -1), axis=1)


def _last(states, mask):
    """The states of the last words `(B, units)`, zeros without any."""
    length = ops.sum(ops.cast(mask, "int32"), axis=1)
    place = ops.reshape(ops.maximum(length - 1, 0), (-1, 1, 1))
    return ops.squeeze(ops.take_along_axis(states, place, axis=1), axis=1)
