"""A recurrent layer whose mask ends with it."""

import keras


class UnmaskedRNN(keras.layers.RNN):
    """Keras' RNN over all steps, without a mask on its output.

    On logits, a mask would make Keras divide a loss by the number of unmasked
    positions instead of following the sample weights alone.
    """

    def __init__(self, cell):
        super().__init__(cell, return_sequences=True, dtype=cell.dtype_policy)

    def compute_mask(self, inputs, mask=None):
        return None
