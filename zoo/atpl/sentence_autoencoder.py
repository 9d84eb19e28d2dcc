"""The network that reads a sentence into a vector and writes it again."""

import keras
from keras import ops

from keras_tpr.layers import ATPLDecoder
from keras_tpr.layers.lstm_states import LSTMStates


@keras.saving.register_keras_serializable(package="keras_tpr")
class SentenceAutoencoder(keras.layers.Layer):
    """An LSTM encoder and an ATPL decoder, with shared word vectors.

    Args:
        vocabulary_size: number of ids, END (0) included.
        dim: size of word vectors, fillers and roles.
        units: size of both LSTMs, and of the vector between them.
        dropout, tpr_scale, role_basis, seed: of `ATPLDecoder`.

    Call arguments:
        token_ids: integers `(B, T)`, 0 behind the words.

    Shapes:
        Logits `(B, T, vocabulary_size)`.

    Masking:
        The sentence and its first END are real. A position behind them
        repeats what was predicted last.

    Reference:
        Huang et al., Attentive Tensor Product Learning, AAAI 2019, section 5.
    """

    def __init__(
        self,
        vocabulary_size,
        dim=32,
        units=512,
        dropout=0.0,
        tpr_scale=None,
        role_basis="hadamard",
        seed=None,
        **kwargs,
    ):
        super().__init__(**kwargs)
        self.decoder = ATPLDecoder(
            vocabulary_size,
            dim,
            units,
            feature_dim=units,
            dropout=dropout,
            tpr_scale=tpr_scale,
            role_basis=role_basis,
            seed=seed,
            name="decoder",
            dtype=self.dtype_policy,
        )
        self.encoder_cell = keras.layers.LSTMCell(
            units,
            unit_forget_bias=False,
            kernel_initializer="uniform",
            recurrent_initializer="uniform",
            name="encoder",
            dtype=self.dtype_policy,
        )
        self._encoder = LSTMStates(self.encoder_cell)
        self.vocabulary_size = vocabulary_size
        self.dim = dim
        self.units = units

    def build(self, token_ids_shape):
        batch = token_ids_shape[0]
        self.decoder.build(token_ids_shape, (batch, self.units))
        self.encoder_cell.build((batch, self.dim))

    def call(self, token_ids, training=False):
        return self.decoder(
            token_ids, self.encode(token_ids), training=training
        )

    def encode(self, token_ids):
        """The vector of each sentence, the last state, `(B, units)`."""
        states = self._encoder(
            self.decoder.embed(token_ids), ops.not_equal(token_ids, 0)
        )
        # Padding leaves a state, so that the last is that of the last word.
        return states[:, -1]

    def roles(self, token_ids):
        """The unbinding vector of each word, `(B, T, dim)`.

        A role knows the words before and, through the vector, the sentence.
        """
        return self.decoder.unbinding_vectors(
            token_ids,
            self.encode(token_ids),
            padding_mask=ops.not_equal(token_ids, 0),
        )

    def parts_after_roles(self):
        """The layers that do nothing for the roles, only for words."""
        decoder = self.decoder
        cell = decoder.cell
        return decoder.output_layer, cell.feature_attention, cell.reader

    def compute_output_shape(self, token_ids_shape):
        return (*token_ids_shape, self.vocabulary_size)

    def get_config(self):
        decoder = self.decoder.get_config()
        names = ("dropout", "tpr_scale", "role_basis", "seed")
        return {
            **super().get_config(),
            "vocabulary_size": self.vocabulary_size,
            "dim": self.dim,
            "units": self.units,
            **{name: decoder[name] for name in names},
        }
