"""Scores of all phrases of a sentence at once."""

import keras
from keras import ops

from keras_tpr.layers import BidirectionalLSTM


@keras.saving.register_keras_serializable(package="keras_tpr")
class SpanNetwork(keras.layers.Layer):
    """Scores, for each run of words, of the label it has, or of none.

    Goes beyond the ATPL paper: a row's network there does not know what the
    row below is made of. Here a part is told by how far the states of LSTMs
    move from its one end to the other, so that a part of any row of any tree
    has a score, and those of a whole tree can be compared.

    Args:
        num_labels: number of labels, NULL (0) included.
        num_layers: number of LSTMs in both directions, on top of each other.
        units: of each direction.
        hidden: size of the layer between ends and labels.
        dropout: rate on what each layer reads, and on the hidden layer.

    Call arguments:
        x: `(B, T, X)`.
        padding_mask: boolean `(B, T)`.

    Shapes:
        `(B, T, T, num_labels)`: at `[b, i, j]` the scores of the words from
        `i` to `j`, both included. Below the diagonal they mean nothing.

    Reference:
        Stern et al., A Minimal Span-Based Neural Constituency Parser, ACL
        2017; Teng and Zhang, Two Local Models for Neural Constituent Parsing,
        COLING 2018, for labels that are trained one by one.
    """

    def __init__(
        self,
        num_labels,
        num_layers=2,
        units=200,
        hidden=200,
        dropout=0.0,
        **kwargs,
    ):
        super().__init__(**kwargs)
        self.num_labels = num_labels
        self.num_layers = num_layers
        self.units = units
        self.hidden = hidden
        self.dropout = dropout
        dtype = self.dtype_policy
        self.lstms = [
            BidirectionalLSTM(units, name=f"lstm_{n}", dtype=dtype)
            for n in range(num_layers)
        ]
        self.dropouts = [
            keras.layers.Dropout(dropout, name=f"dropout_{n}", dtype=dtype)
            for n in range(num_layers + 2)
        ]
        self.ends = [
            keras.layers.Dense(hidden, use_bias=bias, name=name, dtype=dtype)
            for name, bias in (("forward_end", True), ("backward_end", False))
        ]
        self.normalization = keras.layers.LayerNormalization(
            name="normalization", dtype=dtype
        )
        self.output_layer = keras.layers.Dense(
            num_labels, name="output", dtype=dtype
        )

    def build(self, x_shape, padding_mask_shape=None):
        shape = x_shape
        for lstm in self.lstms:
            lstm.build(shape)
            shape = (*x_shape[:-1], 2 * self.units)
        for end in self.ends:
            end.build((*x_shape[:-1], self.units))
        hidden_shape = (x_shape[0], x_shape[1], x_shape[1], self.hidden)
        self.normalization.build(hidden_shape)
        self.output_layer.build(hidden_shape)

    def call(self, x, padding_mask=None, training=False):
        for lstm, dropout in zip(self.lstms, self.dropouts, strict=False):
            x = lstm(dropout(x, training=training), padding_mask=padding_mask)
        x = self.dropouts[-2](x, training=training)
        forward, backward = ops.split(x, 2, axis=-1)
        # Between words, before the first and behind the last: (B, T + 1, H).
        nothing = ops.zeros_like(forward[:, :1])
        forward = self.ends[0](ops.concatenate([nothing, forward], axis=1))
        backward = self.ends[1](ops.concatenate([backward, nothing], axis=1))
        # From i to j: f[j + 1] - f[i] + b[i] - b[j + 1].
        first = backward[:, :-1] - forward[:, :-1]
        last = forward[:, 1:] - backward[:, 1:]
        spans = ops.expand_dims(first, 2) + ops.expand_dims(last, 1)
        spans = ops.relu(self.normalization(spans))
        return self.output_layer(self.dropouts[-1](spans, training=training))

    def compute_output_shape(self, x_shape, padding_mask_shape=None):
        batch, length = x_shape[:2]
        return (batch, length, length, self.num_labels)

    def get_config(self):
        names = ("num_labels", "num_layers", "units", "hidden", "dropout")
        return {
            **super().get_config(),
            **{name: getattr(self, name) for name in names},
        }
