"""Word vectors that begin as a trained projection of fixed ones."""

import keras
from keras import ops


@keras.saving.register_keras_serializable(package="keras_tpr")
class ProjectedEmbedding(keras.layers.Layer):
    """A word's own vector, plus a projection of a fixed one of another size.

        w(x) = embeddings[x] + fixed[x] P

    Layers that keep the rows of a sentence apart, such as `RowwiseConv1D`,
    cannot choose directions in the space of word vectors. The projection `P`
    learns which directions become rows. As all words share it, a word that is
    rare or unseen in training profits from what others have taught.

    After training, `merged_table` gives the vectors of an ordinary
    `keras.layers.Embedding` that computes the same.

    Args:
        input_dim: number of words.
        output_dim: size of a word's vector.
        fixed_dim: size `D` of its fixed vector.
        fixed_initializer: of the fixed vectors; to set them, assign to the
            weight `fixed`.
        embeddings_initializer: of the words' own vectors. With zeros, words
            start from what the projection gives.
        projection_initializer: of the projection.
        embeddings_regularizer: penalty on the words' own vectors.

    Call arguments:
        inputs: words as integers `(...)`.

    Shapes:
        Output `(..., output_dim)`. Weights: `embeddings`
        `(input_dim, output_dim)`, `projection` `(fixed_dim, output_dim)`, and
        `fixed` `(input_dim, fixed_dim)`, which is not trained.

    Masking:
        Neither makes nor needs a mask.

    Raises:
        ValueError: for sizes that are not positive integers.

    Example:

    >>> import numpy as np
    >>> from keras_tpr.layers import ProjectedEmbedding
    >>> layer = ProjectedEmbedding(10, 4, fixed_dim=50)
    >>> tuple(layer(np.array([[1, 2, 3]])).shape)
    (1, 3, 4)
    >>> layer.merged_table().shape
    (10, 4)

    Reference:
        The word vectors of Kalchbrenner et al., A Convolutional Neural Network
        for Modelling Sentences, ACL 2014, section 3.3, with those of
        Pennington et al., GloVe, EMNLP 2014, behind a linear map.
    """

    def __init__(
        self,
        input_dim,
        output_dim,
        fixed_dim,
        fixed_initializer="normal",
        embeddings_initializer="zeros",
        projection_initializer="glorot_uniform",
        embeddings_regularizer=None,
        **kwargs,
    ):
        super().__init__(**kwargs)
        sizes = {
            "input_dim": input_dim,
            "output_dim": output_dim,
            "fixed_dim": fixed_dim,
        }
        for name, size in sizes.items():
            whole = isinstance(size, int) and not isinstance(size, bool)
            if not whole or size < 1:
                raise ValueError(
                    f"`{name}` must be a positive integer. Received: "
                    f"{name}={size!r}."
                )
        self.input_dim = input_dim
        self.output_dim = output_dim
        self.fixed_dim = fixed_dim
        self.fixed_initializer = keras.initializers.get(fixed_initializer)
        self.embeddings_initializer = keras.initializers.get(
            embeddings_initializer
        )
        self.projection_initializer = keras.initializers.get(
            projection_initializer
        )
        self.embeddings_regularizer = keras.regularizers.get(
            embeddings_regularizer
        )

    def build(self, input_shape=None):
        self.embeddings = self.add_weight(
            shape=(self.input_dim, self.output_dim),
            initializer=self.embeddings_initializer,
            regularizer=self.embeddings_regularizer,
            name="embeddings",
        )
        self.projection = self.add_weight(
            shape=(self.fixed_dim, self.output_dim),
            initializer=self.projection_initializer,
            name="projection",
        )
        self.fixed = self.add_weight(
            shape=(self.input_dim, self.fixed_dim),
            initializer=self.fixed_initializer,
            trainable=False,
            name="fixed",
        )
        self.built = True

    def call(self, inputs):
        words = ops.cast(inputs, "int32")
        own = ops.take(self.embeddings, words, axis=0)
        fixed = ops.take(self.fixed, words, axis=0)
        own, fixed = (ops.cast(x, self.compute_dtype) for x in (own, fixed))
        return own + ops.matmul(fixed, self.projection)

    def compute_output_shape(self, input_shape):
        return (*input_shape, self.output_dim)

    def merged_table(self):
        """The vectors of all words, an array `(input_dim, output_dim)`."""
        if not self.built:
            self.build()
        table = ops.add(
            self.embeddings.value,
            ops.matmul(self.fixed.value, self.projection.value),
        )
        return ops.convert_to_numpy(table)

    def get_config(self):
        serialize = keras.initializers.serialize
        return {
            **super().get_config(),
            "input_dim": self.input_dim,
            "output_dim": self.output_dim,
            "fixed_dim": self.fixed_dim,
            "fixed_initializer": serialize(self.fixed_initializer),
            "embeddings_initializer": serialize(self.embeddings_initializer),
            "projection_initializer": serialize(self.projection_initializer),
            "embeddings_regularizer": keras.regularizers.serialize(
                self.embeddings_regularizer
            ),
        }
