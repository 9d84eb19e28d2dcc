"""Scores of the rows of a tree, of roles and parts of speech.

Attentive Tensor Product Learning (AAAI 2019), equations 11 to 14.
"""

import keras
from keras import ops

from keras_tpr.layers import BidirectionalLSTM
from zoo.atpl.directed_factored_dense import DirectedFactoredDense


@keras.saving.register_keras_serializable(package="keras_tpr")
class RoleRowNetwork(keras.layers.Layer):
    """Scores, for each row and word, of bits and of labels.

    Each row has an LSTM in both directions over the roles, and weights that
    depend on the part of speech, once for bits and once for labels. They know
    nothing of the row below: its parts are averaged over afterwards.

    Args:
        num_labels: number of labels, NULL included.
        num_tags: number of parts of speech.
        num_sets: number of rows with weights of their own; the last set is
            that of all further rows.
        units, factors: of the LSTMs and of the weights.

    Call arguments:
        x: `(B, T, X)`.
        pos: parts of speech, integers `(B, T)` or probabilities
            `(B, T, num_tags)`.
        padding_mask: boolean `(B, T)`.

    Shapes:
        A dict of `bits` `(B, num_sets, T, 2)` and `labels`
        `(B, num_sets, T, num_labels)`, before they are averaged.
    """

    def __init__(
        self, num_labels, num_tags, num_sets, units=512, factors=512, **kwargs
    ):
        super().__init__(**kwargs)
        self.num_labels = num_labels
        self.num_tags = num_tags
        self.num_sets = num_sets
        self.units = units
        self.factors = factors
        self.segmenters = [
            self._row(f"segmenter_{row}", 2) for row in range(num_sets)
        ]
        self.labellers = [
            self._row(f"labeller_{row}", num_labels) for row in range(num_sets)
        ]

    def build(self, x_shape, pos_shape, padding_mask_shape=None):
        states_shape = (*x_shape[:-1], 2 * self.units)
        for lstm, head in (*self.segmenters, *self.labellers):
            lstm.build(x_shape)
            head.build(states_shape, pos_shape)

    def call(self, x, pos, padding_mask=None):
        def scores(rows):
            return ops.stack(
                [
                    head(lstm(x, padding_mask=padding_mask), pos)
                    for lstm, head in rows
                ],
                axis=1,
            )

        return {
            "bits": scores(self.segmenters),
            "labels": scores(self.labellers),
        }

    def compute_output_shape(self, x_shape, pos_shape, padding_mask_shape=None):
        batch, length = x_shape[:2]
        shape = (batch, self.num_sets, length)
        return {"bits": (*shape, 2), "labels": (*shape, self.num_labels)}

    def get_config(self):
        names = ("num_labels", "num_tags", "num_sets", "units", "factors")
        return {
            **super().get_config(),
            **{name: getattr(self, name) for name in names},
        }

    def _row(self, name, size):
        lstm = BidirectionalLSTM(
            self.units, name=f"{name}_lstm", dtype=self.dtype_policy
        )
        head = DirectedFactoredDense(
            size,
            self.num_tags,
            self.factors,
            name=name,
            dtype=self.dtype_policy,
        )
        return lstm, head
