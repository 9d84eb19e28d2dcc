"""ATPL over a whole sentence: only the roles are recurrent."""

import keras
from keras import ops

from keras_tpr.kernels import use_tensorflow_kernels
from keras_tpr.layers.atpl_cell import ATPLCell
from keras_tpr.layers.lstm_states import LSTMStates
from keras_tpr.layers.role_steps import RoleSteps
from keras_tpr.layers.scn_lstm import SCNLSTM


class ATPLParallelForm:
    """Emits the fillers of a known sentence, most of it at once.

    The LSTM reads words only, so its states come first; the roles are a small
    loop; `S~` at every position is a sum over the positions before; and the
    rest of the step is made for all positions together.

    No layer, so that the cell belongs to its owner alone.

    Args:
        cell: an `ATPLCell` for which `is_possible`.
        dropout: dropout layer of the attended vector.
    """

    def __init__(self, cell, dropout):
        self.cell = cell
        self.dropout = dropout
        self._roles = RoleSteps(cell, dtype=cell.dtype_policy)
        self._lstm = (
            LSTMStates(cell.lstm)
            if cell.num_tags is None
            else SCNLSTM(cell=cell.lstm, dtype=cell.dtype_policy)
        )

    @staticmethod
    def is_possible(cell):
        """Whether the LSTM reads words only and the step is the paper's."""
        own = type(cell)
        return cell.lstm_inputs == ("word",) and all(
            getattr(own, name) is getattr(ATPLCell, name)
            for name in ("call", "emit")
        )

    def emit(self, sequence, states, training=False, internals=False):
        """What `ATPLCell.emit` gives, at every position.

        Args:
            sequence: a `WordSequence`.
            states: the cell's states before the first step; those that change
                are zero.
            training: whether dropout acts.
            internals: unused: they are made in any case.
        """
        h = self._lstm_states(sequence)
        real = ops.cast(sequence.mask, sequence.words.dtype)
        words, length = sequence.words * ops.expand_dims(real, -1), None
        if self.cell.tpr_scale is not None:
            length = ops.expand_dims(ops.cumsum(real, axis=1) - real, -1)
        a_u = self._role_attention(h, words, length)
        u = self.cell.roles(a_u)
        bindings = bind_each(words, u)
        before = ops.cumsum(bindings, axis=1) - bindings
        features = ops.expand_dims(sequence.features, 1)
        if self.dropout.rate and training:
            # Dropping copies of v is dropping the attended v.
            features = self.dropout(
                ops.repeat(features, ops.shape(words)[1], axis=1),
                training=training,
            )
        return self.cell.emit(h, before, features, length, u=u, a_u=a_u)

    def _lstm_states(self, sequence):
        if self.cell.num_tags is None:
            return self._lstm(sequence.heard, sequence.real)
        return self._lstm(
            sequence.heard, sequence.tags, padding_mask=sequence.real
        )

    def _role_attention(self, h, words, length):
        attention = self.cell.role_attention
        if (
            use_tensorflow_kernels(self.cell.compute_dtype)
            and attention.score_is_standard
            and attention.activation is keras.activations.sigmoid
        ):
            from keras_tpr.kernels.tensorflow import role_recurrence

            return role_recurrence(
                attention.state_score(h),
                words,
                attention.kernel[attention.h_size :],
                self.cell.roles.basis,
                None if length is None else ops.maximum(length, 1.0),
            )
        return self._roles(h, words, length)


def bind_each(words, roles):
    """`e_t u_t^T` of every position, `(B, T, dim, dim)`."""
    return ops.expand_dims(words, -1) * ops.expand_dims(roles, -2)
