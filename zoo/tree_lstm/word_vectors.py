"""A table of word vectors."""

import keras
from keras import ops

STORAGES = (None, "float16")


@keras.saving.register_keras_serializable(package="keras_tpr")
class WordVectors(keras.layers.Embedding):
    """An embedding in which id 0 is no word and has a vector of zeros.

    Args:
        input_dim, output_dim, **kwargs: of `keras.layers.Embedding`.
        storage: the type in which files hold the table, `"float16"` for files
            of half the size, which costs three decimals; None for its own.

    Shapes:
        Ids `(...)` to vectors `(..., output_dim)`.

    Masking:
        Id 0 gives zeros, and its row gets no gradient. No Keras mask is made.

    Raises:
        ValueError: for another `storage`.
    """

    def __init__(self, input_dim, output_dim, storage=None, **kwargs):
        if storage not in STORAGES:
            raise ValueError(
                f"`storage` must be one of {STORAGES}. Received: "
                f"storage={storage!r}."
            )
        super().__init__(input_dim, output_dim, **kwargs)
        self.storage = storage

    def call(self, inputs):
        vectors = super().call(inputs)
        is_word = ops.expand_dims(ops.not_equal(inputs, 0), -1)
        return vectors * ops.cast(is_word, vectors.dtype)

    def save_own_variables(self, store):
        if self.storage is None or self.quantization_mode is not None:
            super().save_own_variables(store)
            return
        table = ops.convert_to_numpy(self.embeddings)
        store["0"] = table.astype(self.storage)

    def get_config(self):
        return {**super().get_config(), "storage": self.storage}
