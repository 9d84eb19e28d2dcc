"""What the tagger's LSTM reads of a sentence's autoencoder."""

import keras
from keras import ops

SOURCES = ("roles", "words", "random", None)


@keras.saving.register_keras_serializable(package="keras_tpr")
class RoleReader(keras.layers.Layer):
    """The role of each word, or what stands in for it.

    Args:
        autoencoder: a `SentenceAutoencoder`.
        source: `"roles"`, its unbinding vectors; `"words"`, its word vectors;
            `"random"`, for each position a vector that knows nothing of the
            sentence.

    Call arguments:
        token_ids: integers `(B, T)`, 0 behind the words.

    Shapes:
        Output `(B, T, dim)`.
    """

    def __init__(self, autoencoder, source="roles", **kwargs):
        super().__init__(**kwargs)
        self.autoencoder = autoencoder
        self.source = source

    def build(self, token_ids_shape):
        if not self.autoencoder.built:
            self.autoencoder.build(token_ids_shape)

    def call(self, token_ids):
        if self.source == "roles":
            return self.autoencoder.roles(token_ids)
        if self.source == "words":
            return self.autoencoder.decoder.embed(token_ids)
        return self._random(token_ids)

    def compute_output_shape(self, token_ids_shape):
        return (*token_ids_shape, self.autoencoder.dim)

    def _random(self, token_ids):
        """Vectors between -1 and 1 that look drawn, of the position alone."""
        length = ops.shape(token_ids)[1]
        place = ops.cast(ops.arange(1, length + 1), "float32")
        axis = ops.arange(1, self.autoencoder.dim + 1, dtype="float32")
        waves = 1000.0 * ops.sin(
            ops.expand_dims(place, -1) * 12.9898 + axis * 78.233
        )
        values = 2.0 * (waves - ops.floor(waves)) - 1.0
        values = ops.broadcast_to(
            values, (ops.shape(token_ids)[0], length, self.autoencoder.dim)
        )
        return ops.cast(values, self.compute_dtype)
