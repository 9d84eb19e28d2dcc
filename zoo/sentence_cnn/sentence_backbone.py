"""What the networks of all sentence classifiers here share."""

import keras
import keras_hub

from keras_tpr.layers import ProjectedEmbedding
from zoo.captioning.check_positive import check_positive

PADDING = 0


class SentenceBackbone(keras_hub.models.Backbone):
    """Word vectors, and features of a sentence made of them.

    Args:
        features: function from word vectors `(B, T, d)` and the mask of the
            words `(B, T)` to `(B, num_features)`.
        vocabulary_size: number of ids, padding and unknown words included.
        embedding_dim: size `d` of word vectors.
        embeddings_initializer: of the word vectors.
        embedding_l2: strength of the L2 penalty on them.
        embedding_trainable: whether they are trained.
        vocabulary_hash: hash of the vocabulary that the weights belong to;
            None if unknown.
        fixed_dim: size of fixed word vectors that a trained projection adds,
            see `ProjectedEmbedding`; None for none.
        dtype: of computations and weights.

    Shapes:
        A dict of `token_ids`, integers `(B, T)`, 0 for padding behind the
        words; to `(B, num_features)`.

    Masking:
        Padding has no influence: a sentence gives the same numbers in any
        batch. A sentence without words has features of zero.
    """

    def __init__(
        self,
        features,
        vocabulary_size,
        embedding_dim,
        embeddings_initializer="uniform",
        embedding_l2=0.0,
        embedding_trainable=True,
        vocabulary_hash=None,
        fixed_dim=None,
        dtype=None,
        **kwargs,
    ):
        check_positive("vocabulary_size", vocabulary_size)
        check_positive("embedding_dim", embedding_dim)

        # Layers
        layer, projected = keras.layers.Embedding, {}
        if fixed_dim is not None:
            layer, projected = ProjectedEmbedding, {"fixed_dim": fixed_dim}
        embedding = layer(
            vocabulary_size,
            embedding_dim,
            embeddings_initializer=embeddings_initializer,
            embeddings_regularizer=l2_penalty(embedding_l2),
            name="embedding",
            dtype=dtype,
            **projected,
        )
        embedding.trainable = embedding_trainable

        # Graph
        token_ids = keras.Input((None,), dtype="int32", name="token_ids")
        mask = keras.ops.not_equal(token_ids, PADDING)
        outputs = features(embedding(token_ids), mask)
        super().__init__(
            inputs={"token_ids": token_ids},
            outputs=outputs,
            dtype=dtype,
            **kwargs,
        )

        # Config
        self.embedding = embedding
        self.vocabulary_size = vocabulary_size
        self.embedding_dim = embedding_dim
        self.embeddings_initializer = embedding.embeddings_initializer
        self.embedding_l2 = embedding_l2
        self.embedding_trainable = embedding_trainable
        self.vocabulary_hash = vocabulary_hash
        self.fixed_dim = fixed_dim
        self._hold_embedding()

    @keras.layers.Layer.trainable.setter
    def trainable(self, value):
        # Keras sets it on every model it makes or loads, for all its parts.
        keras.layers.Layer.trainable.fset(self, value)
        self._hold_embedding()

    def _hold_embedding(self):
        if not getattr(self, "embedding_trainable", True):
            self.embedding.trainable = False

    def get_config(self):
        return {
            **super().get_config(),
            "vocabulary_size": self.vocabulary_size,
            "embedding_dim": self.embedding_dim,
            "embeddings_initializer": keras.saving.serialize_keras_object(
                self.embeddings_initializer
            ),
            "embedding_l2": self.embedding_l2,
            "embedding_trainable": self.embedding_trainable,
            "vocabulary_hash": self.vocabulary_hash,
            "fixed_dim": self.fixed_dim,
        }

    def word_vectors(self):
        """Those of all words, an array `(vocabulary_size, embedding_dim)`."""
        if self.fixed_dim is not None:
            return self.embedding.merged_table()
        return keras.ops.convert_to_numpy(self.embedding.embeddings.value)

    def merged(self):
        """The same network with an ordinary table of word vectors.

        Returns:
            A backbone without `fixed_dim`, which computes the same from fewer
            numbers; itself if it has none.
        """
        if self.fixed_dim is None:
            return self
        backbone = type(self).from_config(
            {**self.get_config(), "fixed_dim": None}
        )
        backbone.embedding.set_weights([self.word_vectors()])
        for layer in self.layers:
            if layer.weights and layer is not self.embedding:
                backbone.get_layer(layer.name).set_weights(layer.get_weights())
        return backbone


def l2_penalty(strength):
    """An L2 regulariser, or None without strength."""
    return keras.regularizers.L2(strength) if strength else None
