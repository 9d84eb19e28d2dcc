"""The LSTM decoder of neural image captioning."""

import keras
from keras import ops

from keras_tpr.layers.lstm_states import LSTMStates
from keras_tpr.layers.scn_lstm import SCNLSTM
from keras_tpr.layers.scn_lstm_cell import SCNLSTMCell
from keras_tpr.layers.word_decoder import WordDecoder


@keras.saving.register_keras_serializable(package="keras_tpr")
class LSTMDecoder(WordDecoder):
    """Scores every word of a sentence given a vector and the words before it.

    The first input of an LSTM is a projection of the vector, the others are
    the words; its state is projected to scores. With tags, they compose the
    weights of the LSTM (`SCNLSTMCell`). Offers what `ATPLDecoder` offers, so
    that captioners differ in their decoder only.

    Args:
        vocabulary_size: number of words, END (token 0) included.
        embedding_dim: size of word vectors.
        units: size of the LSTM.
        feature_dim: size of the vector that is decoded.
        num_tags: number of tags; None for a plain LSTM.
        tag_factors: number of factors of the tag-composed LSTM.
        feature_bias: whether the projection of the vector has a bias.
        tie_output: score words by similarity to their vectors,
            `(h V) E^T + b` with a projection `V` of the state `h` to the size
            of a word vector, instead of a layer of its own.
        dropout: rate on the vector, the tags, the words as the LSTM reads
            them, and the state before the output layer.
        seed: of the dropout.
        embeddings_initializer: of the word vectors.
        kernel_initializer: of all other matrices; uniform in +-0.05.

    Call arguments:
        token_ids: integers `(B, T)`.
        features: `(B, feature_dim)`.
        tags: `(B, num_tags)`, with `num_tags`.
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
        Vinyals et al., Show and Tell, CVPR 2015, equations 10-12; with tags
        Gan et al., Semantic Compositional Networks for Visual Captioning,
        CVPR 2017, section 3.3.
    """

    def __init__(
        self,
        vocabulary_size,
        embedding_dim=512,
        units=512,
        feature_dim=2048,
        num_tags=None,
        tag_factors=512,
        feature_bias=True,
        tie_output=False,
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
            filler_dim=embedding_dim if tie_output else units,
            feature_dim=feature_dim,
            num_tags=num_tags,
            feature_bias=feature_bias,
            tie_output=tie_output,
            dropout=dropout,
            seed=seed,
            embeddings_initializer=embeddings_initializer,
            kernel_initializer=kernel_initializer,
            **kwargs,
        )
        self.embedding_dim = embedding_dim
        self.units = units
        self.tag_factors = tag_factors
        self.feature_bias = feature_bias
        self.cell = self._plain_cell() if num_tags is None else self._scn_cell()
        self.state_projection = (
            self._dense(embedding_dim, "state_projection", False)
            if tie_output
            else None
        )
        self.state_dropout = self._dropout("state_dropout", 3)
        self._lstm = (
            LSTMStates(self.cell)
            if num_tags is None
            else SCNLSTM(cell=self.cell, dtype=self.dtype_policy)
        )

    def build(
        self,
        token_ids_shape,
        features_shape,
        tags_shape=None,
        padding_mask_shape=None,
    ):
        super().build(token_ids_shape, features_shape, tags_shape)
        if self.state_projection is not None:
            self.state_projection.build((token_ids_shape[0], self.units))

    def fillers(
        self,
        token_ids,
        features,
        tags=None,
        padding_mask=None,
        training=False,
    ):
        """What scores each word, `(B, T, filler_dim)`.

        It is made of the LSTM's state before the word.
        """
        sequence = self.sequence(
            token_ids, features, tags, padding_mask, training=training
        )
        if self.num_tags is None:
            states = self._lstm(sequence.heard, sequence.real)
        else:
            states = self._lstm(
                sequence.heard, sequence.tags, padding_mask=sequence.real
            )
        return self.to_fillers(self.state_dropout(states, training=training))

    def to_fillers(self, outputs):
        """What the output layer scores, of states `(..., units)`."""
        if self.state_projection is None:
            return outputs
        return self.state_projection(outputs)

    @property
    def constant_states(self):
        """Places of the cell's states that a sentence does not change."""
        return () if self.num_tags is None else (2,)

    def initial_state(self, features, tags=None):
        """The cell's states before the first step."""
        states = self.cell.get_initial_state(ops.shape(features)[0])
        if self.num_tags is not None:
            tags = ops.cast(tags, self.compute_dtype)
            states[2] = self.cell.project_tags(tags)
        return states

    def get_config(self):
        return {
            **super().get_config(),
            "embedding_dim": self.embedding_dim,
            "units": self.units,
            "num_tags": self.num_tags,
            "tag_factors": self.tag_factors,
            "feature_bias": self.feature_bias,
            "tie_output": self.tie_output,
        }

    def _plain_cell(self):
        return keras.layers.LSTMCell(
            self.units,
            unit_forget_bias=False,
            kernel_initializer=self.kernel_initializer.clone(),
            recurrent_initializer=self.kernel_initializer.clone(),
            name="cell",
            dtype=self.dtype_policy,
        )

    def _scn_cell(self):
        return SCNLSTMCell(
            self.units,
            self.num_tags,
            self.tag_factors,
            kernel_initializer=self.kernel_initializer.clone(),
            recurrent_initializer=self.kernel_initializer.clone(),
            name="cell",
            dtype=self.dtype_policy,
        )
