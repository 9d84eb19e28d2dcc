"""What decoders share: words in, scores of the next word out."""

from typing import Any, NamedTuple

import keras
from keras import ops

from keras_tpr.kernels import use_tensorflow_kernels
from keras_tpr.layers.up_to_first_end import up_to_first_end


class WordSequence(NamedTuple):
    """A sentence as the steps of a decoder see it.

    The step that predicts word `t` reads word `t - 1`; the first reads the
    vector that is decoded.

    Attributes:
        first: input of the first step, `(B, 1, dim)`.
        words: vectors of the words, `(B, T, dim)`.
        heard: what the steps read, with dropout, `(B, T, dim)`.
        mask: which words are real, `(B, T)`.
        real: which steps are, `(B, T)`: those whose input is.
        features, tags: with dropout.
    """

    first: Any
    words: Any
    heard: Any
    mask: Any
    real: Any
    features: Any
    tags: Any


class WordDecoder(keras.layers.Layer):
    """Base of the decoders: word vectors, projections, output, dropout.

    A subclass makes a `cell`, and offers `fillers`, what the output layer
    scores at each position, and `initial_state`.

    Args:
        vocabulary_size: number of words, END (token 0) included.
        word_dim: size of word vectors.
        filler_dim: size of what the output layer scores.
        feature_dim: size of the vector that is decoded.
        num_tags: number of tags that come with it, or None.
        feature_bias: whether its projection has a bias.
        tie_output: score words by similarity to their vectors.
        dropout, seed: of the vector, the tags and the words.
        embeddings_initializer: of the word vectors.
        kernel_initializer: of the projections and the output layer.

    Call arguments:
        token_ids: integers `(B, T)`.
        features: `(B, feature_dim)`.
        tags: `(B, num_tags)`, with tags.
        padding_mask: boolean `(B, T)`; without it, positions up to and
            including the first END are real.

    Shapes:
        Logits `(B, T, vocabulary_size)`.
    """

    # Places of the cell's states that a sentence does not change.
    constant_states = ()

    def __init__(
        self,
        vocabulary_size,
        word_dim,
        filler_dim,
        feature_dim,
        num_tags=None,
        feature_bias=False,
        tie_output=False,
        dropout=0.0,
        seed=None,
        embeddings_initializer="uniform",
        kernel_initializer="uniform",
        **kwargs,
    ):
        super().__init__(**kwargs)
        if not isinstance(vocabulary_size, int) or vocabulary_size < 2:
            raise ValueError(
                "`vocabulary_size` must be an integer of at least 2 (END and "
                f"a word). Received: vocabulary_size={vocabulary_size!r}."
            )
        self.vocabulary_size = vocabulary_size
        self.filler_dim = filler_dim
        self.feature_dim = feature_dim
        self.num_tags = num_tags
        self.tie_output = tie_output
        self.dropout = dropout
        self.seed = seed
        self.embeddings_initializer = keras.initializers.get(
            embeddings_initializer
        )
        self.kernel_initializer = keras.initializers.get(kernel_initializer)
        self.embedding = keras.layers.Embedding(
            vocabulary_size,
            word_dim,
            embeddings_initializer=self.embeddings_initializer,
            name="embedding",
            dtype=self.dtype_policy,
        )
        self.feature_projection = self._dense(
            word_dim, "feature_projection", feature_bias
        )
        self.output_layer = (
            None if tie_output else self._dense(vocabulary_size, "output", True)
        )
        self.feature_dropout = self._dropout("feature_dropout", 0)
        self.tag_dropout = self._dropout("tag_dropout", 1)
        self.word_dropout = self._dropout("word_dropout", 2)

    def build(
        self,
        token_ids_shape,
        features_shape,
        tags_shape=None,
        padding_mask_shape=None,
    ):
        _check_width("features", features_shape, self.feature_dim)
        if self.num_tags is not None:
            if tags_shape is None:
                raise ValueError(
                    f"With `num_tags={self.num_tags}` the call needs `tags`."
                )
            _check_width("tags", tags_shape, self.num_tags)
        elif tags_shape is not None:
            raise ValueError(
                "`tags` were given to a decoder without tags (`num_tags` is "
                "None). Leave them out, or make the decoder with `num_tags`."
            )
        batch = token_ids_shape[0]
        self.embedding.build(token_ids_shape)
        self.cell.build((batch, self.embedding.output_dim))
        self.feature_projection.build((batch, self.feature_dim))
        if self.tie_output:
            self.output_bias = self.add_weight(
                shape=(self.vocabulary_size,), name="bias", initializer="zeros"
            )
        else:
            self.output_layer.build((batch, self.filler_dim))

    def call(
        self, token_ids, features, tags=None, padding_mask=None, training=False
    ):
        fillers = self.fillers(
            token_ids, features, tags, padding_mask, training=training
        )
        logits = self.logits(fillers)
        if (
            use_tensorflow_kernels(self.compute_dtype)
            and not self._quantized_output()
        ):
            # As Keras' activations do with `_keras_logits`: a loss that finds
            # the fillers makes logits and gradient in one pass of its own.
            logits._keras_fillers = fillers
        return logits

    def logits(self, fillers):
        """Scores of all words for fillers `(..., filler_dim)`."""
        if not self.tie_output:
            return self.output_layer(fillers)
        vectors = self.embedding.embeddings
        if self._quantized_output():
            vectors = self.embedding(ops.arange(self.vocabulary_size))
        vectors = ops.cast(vectors, self.compute_dtype)
        bias = ops.cast(self.output_bias, self.compute_dtype)
        return ops.matmul(fillers, ops.transpose(vectors)) + bias

    def to_fillers(self, outputs):
        """What the output layer scores, of what the cell gives."""
        return outputs

    @property
    def output_weights(self):
        """`(kernel (filler_dim, V), bias (V,))` of the output layer."""
        if self.tie_output:
            return ops.transpose(self.embedding.embeddings), self.output_bias
        return self.output_layer.kernel, self.output_layer.bias

    def embed(self, token_ids):
        """The cell's input for words `(...)`, `(..., word_dim)`."""
        return self.embedding(token_ids)

    def first_input(self, features, tags=None):
        """The cell's input of the first step, `(B, word_dim)`."""
        return self.feature_projection(features)

    def sequence(
        self, token_ids, features, tags=None, padding_mask=None, training=False
    ):
        """The `WordSequence` of a batch of sentences."""
        mask = (
            up_to_first_end(token_ids)
            if padding_mask is None
            else ops.cast(padding_mask, "bool")
        )
        features = self.feature_dropout(
            ops.cast(features, self.compute_dtype), training=training
        )
        if tags is not None:
            tags = self.tag_dropout(
                ops.cast(tags, self.compute_dtype), training=training
            )
        words = self.embed(token_ids)
        first = ops.expand_dims(self.first_input(features, tags), 1)
        heard = self.word_dropout(words[:, :-1], training=training)
        return WordSequence(
            first=first,
            words=words,
            heard=ops.concatenate([first, heard], axis=1),
            mask=mask,
            real=ops.concatenate(
                [ops.ones_like(mask[:, :1]), mask[:, :-1]], axis=1
            ),
            features=features,
            tags=tags,
        )

    def compute_output_shape(
        self,
        token_ids_shape,
        features_shape,
        tags_shape=None,
        padding_mask_shape=None,
    ):
        return (*token_ids_shape, self.vocabulary_size)

    def get_config(self):
        serialize = keras.saving.serialize_keras_object
        return {
            **super().get_config(),
            "vocabulary_size": self.vocabulary_size,
            "feature_dim": self.feature_dim,
            "dropout": self.dropout,
            "seed": self.seed,
            "embeddings_initializer": serialize(self.embeddings_initializer),
            "kernel_initializer": serialize(self.kernel_initializer),
        }

    def _quantized_output(self):
        layer = self.embedding if self.tie_output else self.output_layer
        return layer.quantization_mode is not None

    def _dense(self, units, name, use_bias):
        return keras.layers.Dense(
            units,
            use_bias=use_bias,
            kernel_initializer=self.kernel_initializer.clone(),
            name=name,
            dtype=self.dtype_policy,
        )

    def _dropout(self, name, index):
        seed = None if self.seed is None else self.seed + index
        return keras.layers.Dropout(
            self.dropout, seed=seed, name=name, dtype=self.dtype_policy
        )


def _check_width(name, shape, width):
    if len(shape) != 2 or shape[-1] != width:
        size = "feature_dim" if name == "features" else "num_tags"
        raise ValueError(
            f"`{name}` must have shape (B, {width}), as `{size}={width}`. "
            f"Received shape {tuple(shape)}. Give the decoder the size of your "
            f"{name}."
        )
