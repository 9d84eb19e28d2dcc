"""The LSTM decoder of neural image captioning."""

import keras
from keras import ops

from keras_tpr.layers.lstm_states import LSTMStates
from keras_tpr.layers.word_decoder import WordDecoder


@keras.saving.register_keras_serializable(package="keras_tpr")
class LSTMDecoder(WordDecoder):
    """Scores every word of a sentence given a vector and the words before it.

    The first input of an LSTM is a projection of the vector, the others are
    the words; its state is projected to scores. Offers what `ATPLDecoder`
    offers, so that captioners differ in their decoder only.

    Args:
        vocabulary_size: number of words, END (token 0) included.
        embedding_dim: size of word vectors.
        units: size of the LSTM.
        feature_dim: size of the vector that is decoded.
        dropout: rate on the vector, the words as the LSTM reads them, and the
            state before the output layer.
        seed: of the dropout.
        embeddings_initializer: of the word vectors.
        kernel_initializer: of all other matrices; uniform in +-0.05.

    Call arguments:
        token_ids: integers `(B, T)`.
        features: `(B, feature_dim)`.
        tags: must be left out.
        padding_mask: boolean `(B, T)`; without it, positions up to and
            including the first END are real.

    Shapes:
        Logits `(B, T, vocabulary_size)`.

    Masking:
        A masked word leaves the state as it is, so that padded positions
        repeat the prediction after the last real word.

    Example:

    >>> import keras
    >>> from keras_tpr.layers import LSTMDecoder
    >>> decoder = LSTMDecoder(10, embedding_dim=4, units=6, feature_dim=5)
    >>> logits = decoder(
    ...     keras.ops.array([[3, 1, 0]]), keras.random.normal((1, 5))
    ... )
    >>> tuple(logits.shape)
    (1, 3, 10)

    Reference:
        Vinyals et al., Show and Tell, CVPR 2015, equations 10-12.
    """

    def __init__(
        self,
        vocabulary_size,
        embedding_dim=512,
        units=512,
        feature_dim=2048,
        dropout=0.0,
        seed=None,
        embeddings_initializer="uniform",
        kernel_initializer="uniform",
        **kwargs,
    ):
        for name, value in (
            ("embedding_dim", embedding_dim),
            ("units", units),
            ("feature_dim", feature_dim),
        ):
            if not isinstance(value, int) or value < 1:
                raise ValueError(
                    f"`{name}` must be a positive integer. Received: "
                    f"{name}={value!r}."
                )
        super().__init__(
            vocabulary_size,
            word_dim=embedding_dim,
            filler_dim=units,
            feature_dim=feature_dim,
            feature_bias=True,
            dropout=dropout,
            seed=seed,
            embeddings_initializer=embeddings_initializer,
            kernel_initializer=kernel_initializer,
            **kwargs,
        )
        self.embedding_dim = embedding_dim
        self.units = units
        self.cell = keras.layers.LSTMCell(
            units,
            unit_forget_bias=False,
            kernel_initializer=self.kernel_initializer.clone(),
            recurrent_initializer=self.kernel_initializer.clone(),
            name="cell",
            dtype=self.dtype_policy,
        )
        self.state_dropout = self._dropout("state_dropout", 3)
        self._states = LSTMStates(self.cell)

    def fillers(
        self,
        token_ids,
        features,
        tags=None,
        padding_mask=None,
        training=False,
    ):
        """The LSTM's state before each word, `(B, T, units)`."""
        sequence = self.sequence(
            token_ids, features, padding_mask=padding_mask, training=training
        )
        states = self._states(sequence.heard, sequence.real)
        return self.state_dropout(states, training=training)

    def initial_state(self, features, tags=None):
        """The cell's states before the first step."""
        return self.cell.get_initial_state(ops.shape(features)[0])

    def get_config(self):
        return {
            **super().get_config(),
            "embedding_dim": self.embedding_dim,
            "units": self.units,
        }
