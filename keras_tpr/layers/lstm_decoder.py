"""The LSTM decoder of neural image captioning."""

import keras
from keras import ops

from keras_tpr.kernels import use_tensorflow_kernels
from keras_tpr.layers.up_to_first_end import up_to_first_end


@keras.saving.register_keras_serializable(package="keras_tpr")
class LSTMDecoder(keras.layers.Layer):
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
        kernel_initializer: of all matrices; uniform in +-0.05.

    Call arguments:
        token_ids: integers `(B, T)`.
        features: `(B, feature_dim)`.
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

    # No state of the cell stays as it is over a sentence.
    constant_states = ()

    def __init__(
        self,
        vocabulary_size,
        embedding_dim=512,
        units=512,
        feature_dim=2048,
        dropout=0.0,
        seed=None,
        kernel_initializer="uniform",
        **kwargs,
    ):
        super().__init__(**kwargs)
        for name, value in (
            ("vocabulary_size", vocabulary_size),
            ("embedding_dim", embedding_dim),
            ("units", units),
            ("feature_dim", feature_dim),
        ):
            if not isinstance(value, int) or value < 1:
                raise ValueError(
                    f"`{name}` must be a positive integer. Received: "
                    f"{name}={value!r}."
                )
        self.vocabulary_size = vocabulary_size
        self.embedding_dim = embedding_dim
        self.units = units
        self.feature_dim = feature_dim
        self.dropout = dropout
        self.seed = seed
        self.kernel_initializer = keras.initializers.get(kernel_initializer)
        self.embedding = keras.layers.Embedding(
            vocabulary_size,
            embedding_dim,
            embeddings_initializer=self._copy_initializer(),
            name="embedding",
            dtype=self.dtype_policy,
        )
        self.cell = keras.layers.LSTMCell(
            units,
            unit_forget_bias=False,
            kernel_initializer=self._copy_initializer(),
            recurrent_initializer=self._copy_initializer(),
            name="cell",
            dtype=self.dtype_policy,
        )
        self.feature_projection = self._dense(
            embedding_dim, "feature_projection"
        )
        self.output_layer = self._dense(vocabulary_size, "output")
        self.feature_dropout = self._dropout("feature_dropout", 0)
        self.word_dropout = self._dropout("word_dropout", 1)
        self.state_dropout = self._dropout("state_dropout", 2)
        self._loop = keras.layers.RNN(
            self.cell, return_sequences=True, dtype=self.dtype_policy
        )

    def build(self, token_ids_shape, features_shape, padding_mask_shape=None):
        if features_shape[-1] != self.feature_dim:
            raise ValueError(
                f"`features` must have shape (B, {self.feature_dim}), as "
                f"`feature_dim={self.feature_dim}`. Received shape "
                f"{tuple(features_shape)}."
            )
        batch = token_ids_shape[0]
        self.embedding.build(token_ids_shape)
        self.feature_projection.build((batch, self.feature_dim))
        self.cell.build((batch, self.embedding_dim))
        self.output_layer.build((batch, self.units))

    def call(self, token_ids, features, padding_mask=None, training=False):
        mask = (
            up_to_first_end(token_ids)
            if padding_mask is None
            else ops.cast(padding_mask, "bool")
        )
        features = self.feature_dropout(
            ops.cast(features, self.compute_dtype), training=training
        )
        first = ops.expand_dims(self.first_input(features), 1)
        words = self.word_dropout(
            self.embed(token_ids[:, :-1]), training=training
        )
        inputs = ops.concatenate([first, words], axis=1)
        # The step that predicts word t reads word t - 1.
        real = ops.concatenate([ops.ones_like(mask[:, :1]), mask[:, :-1]], 1)
        states = self.state_dropout(
            self._states(inputs, real), training=training
        )
        logits = self.logits(states)
        if use_tensorflow_kernels(self.compute_dtype):
            # As in `ATPLDecoder`, for a loss that makes its own logits.
            logits._keras_fillers = states
        return logits

    def logits(self, states):
        """Scores of all words for states `(..., units)`."""
        return self.output_layer(states)

    @property
    def output_weights(self):
        """`(kernel (units, V), bias (V,))` of the output layer."""
        return self.output_layer.kernel, self.output_layer.bias

    def embed(self, token_ids):
        """The cell's input for words `(...)`."""
        return self.embedding(token_ids)

    def first_input(self, features, tags=None):
        """The cell's input of the first step, `(B, embedding_dim)`."""
        return self.feature_projection(features)

    def initial_state(self, features, tags=None):
        """The cell's states before the first step."""
        return self.cell.get_initial_state(ops.shape(features)[0])

    def compute_output_shape(
        self, token_ids_shape, features_shape, padding_mask_shape=None
    ):
        return (*token_ids_shape, self.vocabulary_size)

    def get_config(self):
        return {
            **super().get_config(),
            "vocabulary_size": self.vocabulary_size,
            "embedding_dim": self.embedding_dim,
            "units": self.units,
            "feature_dim": self.feature_dim,
            "dropout": self.dropout,
            "seed": self.seed,
            "kernel_initializer": keras.saving.serialize_keras_object(
                self.kernel_initializer
            ),
        }

    def _states(self, inputs, mask):
        if use_tensorflow_kernels(self.compute_dtype):
            from keras_tpr.kernels.tensorflow import lstm

            cell = self.cell
            return lstm(
                inputs, mask, cell.kernel, cell.recurrent_kernel, cell.bias
            )
        return self._loop(inputs, mask=mask)

    def _copy_initializer(self):
        # One instance of an initialiser gives equal values at every call.
        kind = self.kernel_initializer.__class__
        return kind.from_config(self.kernel_initializer.get_config())

    def _dense(self, units, name):
        return keras.layers.Dense(
            units,
            kernel_initializer=self._copy_initializer(),
            name=name,
            dtype=self.dtype_policy,
        )

    def _dropout(self, name, index):
        seed = None if self.seed is None else self.seed + index
        return keras.layers.Dropout(
            self.dropout, seed=seed, name=name, dtype=self.dtype_policy
        )
