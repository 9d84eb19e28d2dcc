"""The recurrence over roles, with everything else of ATPL precomputed."""

import keras
from keras import ops


class RoleSteps(keras.layers.Layer):
    """Role attention at every position of a known sentence.

    Under teacher forcing only the roles are recurrent: `a_u` depends on `S~`,
    which the roles so far and the known words make. This runs the role
    attention of a cell over the positions and shares all its weights.

    Args:
        cell: the `ATPLCell`.

    Call arguments:
        h: LSTM state before each word, `(B, T, H)`.
        words: word vectors, zero where masked, `(B, T, dim)`.
        length: number of words so far `(B, T, 1)`, or None.

    Shapes:
        Output `a_u` `(B, T, dim)`.
    """

    def __init__(self, cell, **kwargs):
        super().__init__(**kwargs)
        self.supports_masking = True
        self._loop = keras.layers.RNN(
            _RoleCell(cell), return_sequences=True, dtype=self.dtype_policy
        )

    def call(self, h, words, length=None):
        attention = self._loop.cell.cell.role_attention
        if attention.score_is_standard:
            h = attention.state_score(h)
        before = ops.concatenate(
            [ops.zeros_like(words[:, :1]), words[:, :-1]], axis=1
        )
        if length is None:
            length = ops.zeros_like(words[..., :1])
        return self._loop(ops.concatenate([before, length, h], axis=-1))

    def compute_output_shape(self, h_shape, words_shape, length_shape=None):
        return tuple(words_shape)

    def compute_mask(self, h, mask=None):
        # `h` may carry one, which has done its work in the LSTM.
        return None


class _RoleCell(keras.layers.Layer):
    """Binds the word before to its role, then attends to the next role."""

    def __init__(self, cell):
        super().__init__(dtype=cell.dtype_policy)
        self.cell = cell
        self.state_size = [cell.dim, cell.dim * cell.dim]
        self.output_size = cell.dim

    def build(self, input_shape):
        pass

    def call(self, inputs, states):
        a_u, flat = states
        cell, dim = self.cell, self.cell.dim
        word, length, h = (
            inputs[:, :dim],
            inputs[:, dim : dim + 1],
            inputs[:, dim + 1 :],
        )
        # The word of the first step is zero, and so is what it binds.
        u = cell.roles(a_u)
        product = ops.expand_dims(word, 2) * ops.expand_dims(u, 1)
        flat = flat + ops.reshape(product, (-1, dim * dim))
        tpr = cell.scale_tpr(ops.reshape(flat, (-1, dim, dim)), length)
        attention = cell.role_attention
        if attention.score_is_standard:
            a_u = attention.activation(h + attention.tpr_score(tpr))
        else:
            a_u = attention(h, tpr)
        return a_u, [a_u, flat]
