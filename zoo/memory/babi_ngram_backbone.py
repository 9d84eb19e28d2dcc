"""The weights of the n-gram classifier of stories.

Towards AI-Complete Question Answering (2015), the baseline of Table 3.
"""

import keras
import keras_hub

from zoo.export import zoo_export

PADDING, BIAS = 0, 1


@zoo_export
class BabiNgramBackbone(keras_hub.models.Backbone):
    """A linear classifier of bags of n-grams.

    Args:
        vocabulary_size: number of ids, padding and bias included.
        num_classes: number of answers.
        vocabulary_hash: hash of the vocabulary that the weights belong to;
            None if unknown.
        dtype: of computations and weights.

    Shapes:
        A dict of `token_ids`, integers `(B, T)`, each n-gram as often as it
        occurs, in any order; to scores `(B, num_classes)`.

    Masking:
        Padding, 0, has no influence. An empty bag has scores of zero; those
        made by the preprocessor hold the bias.
    """

    def __init__(
        self,
        vocabulary_size,
        num_classes,
        vocabulary_hash=None,
        dtype=None,
        **kwargs,
    ):
        # Layers
        weights = keras.layers.Embedding(
            vocabulary_size,
            num_classes,
            embeddings_initializer="zeros",
            name="ngram_weights",
            dtype=dtype,
        )

        # Graph
        token_ids = keras.Input((None,), dtype="int32", name="token_ids")
        rows = weights(token_ids)
        real = keras.ops.expand_dims(
            keras.ops.not_equal(token_ids, PADDING), -1
        )
        scores = keras.ops.sum(
            keras.ops.where(real, rows, keras.ops.zeros_like(rows)), axis=1
        )
        super().__init__(
            inputs={"token_ids": token_ids},
            outputs=scores,
            dtype=dtype,
            **kwargs,
        )

        # Config
        self.ngram_weights = weights
        self.vocabulary_size = vocabulary_size
        self.num_classes = num_classes
        self.vocabulary_hash = vocabulary_hash

    def get_config(self):
        return {
            **super().get_config(),
            "vocabulary_size": self.vocabulary_size,
            "num_classes": self.num_classes,
            "vocabulary_hash": self.vocabulary_hash,
        }
