"""The network of the time-delay neural network with max pooling (Max-TDNN).

A Convolutional Neural Network for Modelling Sentences (ACL 2014), section 2.3.
"""

from keras import ops

from keras_tpr.layers import KMaxPooling, RowwiseBias, RowwiseConv1D
from zoo.export import zoo_export
from zoo.sentence_cnn.sentence_backbone import SentenceBackbone, l2_penalty


@zoo_export
class MaxTDNNBackbone(SentenceBackbone):
    """A narrow convolution of each row, and its highest value.

    Args:
        vocabulary_size: number of ids, padding and unknown words included.
        embedding_dim: size `d` of word vectors.
        width: number of words that a filter spans. Shorter sentences are
            padded with zero vectors.
        activation: of the convolution.
        filter_l2: strength of the L2 penalty on filters and biases.
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
        width=6,
        activation="tanh",
        embeddings_initializer="uniform",
        filter_l2=0.0,
        embedding_l2=0.0,
        embedding_trainable=True,
        vocabulary_hash=None,
        fixed_dim=None,
        dtype=None,
        **kwargs,
    ):
        # Layers
        convolution = RowwiseConv1D(
            1,
            width,
            padding="narrow",
            kernel_regularizer=l2_penalty(filter_l2),
            name="convolution_1",
            dtype=dtype,
        )
        pooling = KMaxPooling(1, name="pooling_1", dtype=dtype)
        bias = RowwiseBias(
            activation,
            bias_regularizer=l2_penalty(filter_l2),
            name="bias_1",
            dtype=dtype,
        )

        # Graph
        def features(words, mask):
            real = ops.expand_dims(mask, -1)
            words = ops.where(real, words, ops.zeros_like(words))
            words = ops.pad(words, [[0, 0], [0, width - 1], [0, 0]])
            mask = at_least(mask, width)
            x = convolution(ops.expand_dims(words, -1), mask=mask)
            # The highest value is the same before bias and activation.
            return ops.reshape(bias(pooling(x)), (-1, embedding_dim))

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
        self.width = width
        self.activation = activation
        self.filter_l2 = filter_l2

    def get_config(self):
        return {
            **super().get_config(),
            "width": self.width,
            "activation": self.activation,
            "filter_l2": self.filter_l2,
        }


def at_least(mask, width):
    """The mask of sentences that are padded to `width` words.

    Args:
        mask: of the words, `(B, T)`, those there are first.
        width: the least number of words of a sentence that has any.

    Returns:
        Boolean `(B, T + width - 1)`.
    """
    words = ops.pad(ops.cast(mask, "int32"), [[0, 0], [0, width - 1]])
    places = ops.cumsum(ops.ones_like(words), axis=1)
    count = ops.sum(words, axis=1, keepdims=True)
    padded = ops.where(ops.greater(count, 0), ops.maximum(count, width), 0)
    return ops.less_equal(places, padded)
