"""Folding: each two rows of a feature map are added."""

import keras
from keras import ops


@keras.saving.register_keras_serializable(package="keras_tpr")
class Folding(keras.layers.Layer):
    """Adds rows `2r` and `2r + 1` of every feature map.

    Convolutions of single rows know nothing of other rows; behind this layer a
    feature depends on two. It has no weights and halves the rows. That "every
    two rows" are neighbours is a reading of the paper.

    Call arguments:
        inputs: `(B, T, R, n)`, with an even number of rows `R`.

    Shapes:
        `(B, T, R / 2, n)`.

    Masking:
        A mask `(B, T)` is passed on.

    Raises:
        ValueError: if the number of rows is odd or unknown.

    Example:

    >>> import numpy as np
    >>> from keras_tpr.layers import Folding
    >>> x = np.array([1.0, 2.0, 10.0, 20.0]).reshape(1, 1, 4, 1)
    >>> np.asarray(Folding()(x)).ravel().tolist()
    [3.0, 30.0]

    Reference:
        Kalchbrenner et al., A Convolutional Neural Network for Modelling
        Sentences, ACL 2014, section 3.6.
    """

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.supports_masking = True

    def build(self, input_shape):
        self.compute_output_shape(input_shape)
        self.built = True

    def call(self, inputs):
        batch, length = ops.shape(inputs)[:2]
        rows, maps = inputs.shape[2:]
        pairs = ops.reshape(inputs, (batch, length, rows // 2, 2 * maps))
        # A split: TensorFlow's gradient of slices, or of a sum over so short an
        # axis, takes several times as long.
        first, second = ops.split(pairs, 2, axis=-1)
        return first + second

    def compute_output_shape(self, input_shape):
        if len(input_shape) != 4:
            raise ValueError(
                "Folding takes feature maps (B, T, R, n). Received shape "
                f"{tuple(input_shape)}."
            )
        rows = input_shape[2]
        if rows is None or rows % 2:
            raise ValueError(
                "Folding adds rows in pairs and needs an even number of them. "
                f"Received {rows} rows, shape {tuple(input_shape)}: change the "
                "size of the word vectors, or leave this folding out."
            )
        return (*input_shape[:2], rows // 2, input_shape[3])
