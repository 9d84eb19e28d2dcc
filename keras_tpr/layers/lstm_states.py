"""The states of an LSTM over a sequence, by the fastest way there is."""

from keras_tpr.kernels import use_tensorflow_kernels
from keras_tpr.layers.unmasked_rnn import UnmaskedRNN


class LSTMStates:
    """Runs a `keras.layers.LSTMCell` over a sequence, from zero.

    No layer, so that the cell belongs to its owner alone.

    Args:
        cell: the cell, with Keras' default activations.
    """

    def __init__(self, cell):
        self.cell = cell
        self._portable = UnmaskedRNN(cell)

    def __call__(self, inputs, mask):
        """`(B, T, units)` for inputs `(B, T, X)` and a mask `(B, T)`."""
        cell = self.cell
        if use_tensorflow_kernels(cell.compute_dtype):
            from keras_tpr.kernels.tensorflow import lstm

            return lstm(
                inputs, mask, cell.kernel, cell.recurrent_kernel, cell.bias
            )
        return self._portable(inputs, mask=mask)
