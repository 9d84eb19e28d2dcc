"""What the networks of this family share: word vectors, and how they stay."""

import keras
import keras_hub
import numpy as np

from zoo.captioning.check_positive import check_positive
from zoo.tree_lstm.word_vectors import WordVectors


class SentenceBackbone(keras_hub.models.Backbone):
    """Reads encoded sentences.

    Args:
        inputs, outputs: of the functional model.
        token_embedding: a `WordVectors`.
        arguments: dict of the constructor's arguments, which become attributes
            and the config.
        dtype: of computations and weights.
    """

    def __init__(
        self, inputs, outputs, token_embedding, arguments, dtype=None, **kwargs
    ):
        super().__init__(inputs=inputs, outputs=outputs, dtype=dtype, **kwargs)
        # What may be left out is none of the graph's business.
        self.input_spec = None
        self.token_embedding = token_embedding
        self._arguments = tuple(arguments)
        for name, value in arguments.items():
            setattr(self, name, value)
        self._hold_embedding()

    @keras.layers.Layer.trainable.setter
    def trainable(self, value):
        # Keras sets it on every model it makes or loads, for all its parts.
        keras.layers.Layer.trainable.fset(self, value)
        self._hold_embedding()

    def set_word_vectors(self, table):
        """Sets all word vectors.

        Args:
            table: array `(vocabulary_size, embedding_dim)`.

        Raises:
            ValueError: if it has another shape, or numbers that are not
                finite.
        """
        expected = (self.vocabulary_size, self.embedding_dim)
        if tuple(table.shape) != expected:
            raise ValueError(
                "`embedding` must have the shape (vocabulary_size, "
                f"embedding_dim) = {expected}. Received shape "
                f"{tuple(table.shape)}."
            )
        wrong = np.flatnonzero(~np.isfinite(table).all(axis=-1))
        if len(wrong):
            raise ValueError(
                "`embedding` must be finite. Received NaN or infinity in "
                f"{len(wrong)} rows, the first of them {wrong[0]}."
            )
        self.token_embedding.set_weights([table])

    def _hold_embedding(self):
        if not getattr(self, "embedding_trainable", True):
            self.token_embedding.trainable = False

    def get_config(self):
        return {
            **super().get_config(),
            **{name: getattr(self, name) for name in self._arguments},
        }


def word_vectors(
    vocabulary_size, embedding_dim, embedding_trainable, storage, dtype
):
    """The embedding of a backbone."""
    return WordVectors(
        vocabulary_size,
        embedding_dim,
        storage=storage,
        embeddings_initializer=keras.initializers.RandomUniform(-0.05, 0.05),
        trainable=embedding_trainable,
        name="token_embedding",
        dtype=dtype,
    )


def check_sizes(embedding_dropout, **sizes):
    """Raises a `ValueError` unless sizes are positive, and the rate a rate."""
    for name, size in sizes.items():
        check_positive(name, size)
    check_rate("embedding_dropout", embedding_dropout)


def check_rate(name, rate):
    """Raises a `ValueError` unless dropout at this rate leaves something."""
    if not isinstance(rate, (int, float)) or not 0 <= rate < 1:
        raise ValueError(
            f"`{name}` must be a rate from 0 to below 1. Received: "
            f"{name}={rate!r}."
        )


def required(inputs, names):
    """Raises an error unless encoded inputs are a dict with these names."""
    if not isinstance(inputs, dict):
        raise TypeError(
            f"The model is called with a dict of {', '.join(names)}. Received "
            f"{type(inputs).__name__}. Sentences go through "
            "`model.preprocessor`, or into `predict`."
        )
    missing = [name for name in names if inputs.get(name) is None]
    if missing:
        raise ValueError(
            f"The model is called with a dict of {', '.join(names)}. Received "
            f"the keys {sorted(inputs)}."
        )
