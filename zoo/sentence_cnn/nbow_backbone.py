"""The network of the neural bag of words (NBoW).

A Convolutional Neural Network for Modelling Sentences (ACL 2014), section 5.2.
"""

import keras
from keras import ops

from zoo.export import zoo_export
from zoo.sentence_cnn.sentence_backbone import SentenceBackbone


@zoo_export
class NBoWBackbone(SentenceBackbone):
    """The activation of the sum of all word vectors.

    Args:
        vocabulary_size: number of ids, padding and unknown words included.
        embedding_dim: size `d` of word vectors.
        activation: of the sum.
        embeddings_initializer, embedding_l2, embedding_trainable,
            vocabulary_hash, fixed_dim, dtype: see `SentenceBackbone`.

    Shapes:
        A dict of `token_ids`, integers `(B, T)`; to `(B, embedding_dim)`.

    Masking:
        Padding, 0 behind the words, has no influence. A sentence without words
        has features of zero.
    """

    def __init__(
        self,
        vocabulary_size=15_450,
        embedding_dim=48,
        activation="tanh",
        embeddings_initializer="uniform",
        embedding_l2=0.0,
        embedding_trainable=True,
        vocabulary_hash=None,
        fixed_dim=None,
        dtype=None,
        **kwargs,
    ):
        # Layers
        layer = keras.layers.Activation(
            activation, name="activation_of_sum", dtype=dtype
        )

        # Graph
        def features(words, mask):
            real = ops.expand_dims(mask, -1)
            return layer(
                ops.sum(ops.where(real, words, ops.zeros_like(words)), axis=1)
            )

        super().__init__(
            features,
            vocabulary_size,
            embedding_dim,
            embeddings_initializer,
            embedding_l2,
            embedding_trainable,
            vocabulary_hash,
            fixed_dim,
            dtype=dtype,
            **kwargs,
        )

        # Config
        self.activation = activation

    def get_config(self):
        return {**super().get_config(), "activation": self.activation}
