"""Convolution over time of each row of feature maps by itself."""

import keras
from keras import ops

from keras_tpr.kernels import use_tensorflow_kernels
from keras_tpr.layers.k_max_checks import NOT_YET, check_implementation

PADDINGS = ("wide", "narrow")


@keras.saving.register_keras_serializable(package="keras_tpr")
class RowwiseConv1D(keras.layers.Layer):
    """Convolves every row of feature maps with a filter of its own.

    Row `r` of output map `j` is the sum, over the input maps, of their row `r`
    convolved with filter row `r`: rows do not mix. (The filters of most text
    CNNs span all rows.) Filters are not flipped: the last weight meets the
    newest word. There is no bias; see `RowwiseBias`.

    The wide convolution lets every weight reach every word, those at the
    margins included, and takes sentences of any length; the narrow one is its
    part in which all weights meet a word.

    Args:
        maps: number of output maps.
        width: number `m` of words that a filter spans.
        padding: `"wide"` or `"narrow"`.
        kernel_initializer: of the filters; None for Glorot's uniform
            distribution with the fans of a single row.
        kernel_regularizer, kernel_constraint: of the filters.
        implementation: `"auto"` runs a depthwise convolution on TensorFlow in
            float32, which XLA is slow at on CPUs; `"portable"` matrix products
            everywhere.

    Call arguments:
        inputs: `(B, T, R, n_in)`.
        mask: boolean `(B, T)`, real positions first.

    Shapes:
        `(B, T + m - 1, R, maps)`; narrow `(B, T - m + 1, R, maps)`. Weight:
        `kernel` `(m, R, n_in, maps)`.

    Masking:
        Masked positions count as zero. An output of the mask has as many real
        positions as the convolution of the sentence alone: `s + m - 1` of `s`
        words, none of none; narrow `s - m + 1`, or none.

    Raises:
        TypeError: for an input of integers.
        ValueError: for other arguments, or a narrow convolution of fewer than
            `m` positions.

    Example:

    >>> import numpy as np
    >>> from keras_tpr.layers import RowwiseConv1D
    >>> layer = RowwiseConv1D(1, width=2, kernel_initializer="ones")
    >>> x = np.array([1.0, 2.0, 3.0]).reshape(1, 3, 1, 1)
    >>> np.asarray(layer(x)).ravel().tolist()
    [1.0, 3.0, 5.0, 3.0]

    Reference:
        Kalchbrenner et al., A Convolutional Neural Network for Modelling
        Sentences, ACL 2014, equations 1, 5 and 7.
    """

    def __init__(
        self,
        maps,
        width,
        padding="wide",
        kernel_initializer=None,
        kernel_regularizer=None,
        kernel_constraint=None,
        implementation="auto",
        **kwargs,
    ):
        super().__init__(**kwargs)
        for name, value in (("maps", maps), ("width", width)):
            whole = isinstance(value, int) and not isinstance(value, bool)
            if not whole or value < 1:
                raise ValueError(
                    f"`{name}` must be a positive integer. Received: "
                    f"{name}={value!r}."
                )
        if padding not in PADDINGS:
            raise ValueError(
                f"`padding` must be one of {PADDINGS}. Received: "
                f"padding={padding!r}."
            )
        check_implementation(implementation)
        self.supports_masking = True
        self.maps = maps
        self.width = width
        self.padding = padding
        self.kernel_initializer = keras.initializers.get(kernel_initializer)
        self.kernel_regularizer = keras.regularizers.get(kernel_regularizer)
        self.kernel_constraint = keras.constraints.get(kernel_constraint)
        self.implementation = implementation
        self.uses_kernel = implementation == "auto" and use_tensorflow_kernels(
            self.compute_dtype
        )

    def build(self, input_shape):
        if len(input_shape) != 4 or None in input_shape[2:]:
            raise ValueError(
                "RowwiseConv1D takes feature maps (B, T, R, n) of known R and "
                f"n. Received shape {tuple(input_shape)}: word vectors "
                "(B, T, d) are one map, `keras.ops.expand_dims(x, -1)`."
            )
        rows, maps_in = input_shape[2:]
        self.input_spec = keras.layers.InputSpec(
            ndim=4, axes={2: rows, 3: maps_in}
        )
        self.kernel = self.add_weight(
            shape=(self.width, rows, maps_in, self.maps),
            name="kernel",
            initializer=self.kernel_initializer
            or _glorot_of_a_row(self.width, maps_in, self.maps),
            regularizer=self.kernel_regularizer,
            constraint=self.kernel_constraint,
        )

    def call(self, inputs, mask=None):
        _check_floats(inputs)
        self.compute_output_shape(inputs.shape)  # which refuses what is short
        if mask is not None:
            real = ops.expand_dims(ops.expand_dims(mask, -1), -1)
            inputs = ops.where(real, inputs, ops.zeros((), inputs.dtype))
        if self.padding == "wide":
            around = self.width - 1
            inputs = ops.pad(inputs, [[0, 0], [around, around], [0, 0], [0, 0]])
        kernel = ops.convert_to_tensor(self.kernel)
        if self.uses_kernel:
            from keras_tpr.kernels.tensorflow import rowwise_convolution

            return rowwise_convolution(inputs, kernel)
        return _products(inputs, kernel)

    def compute_mask(self, inputs, mask=None):
        if mask is None:
            return None
        if isinstance(mask, keras.KerasTensor):
            return NOT_YET
        lengths = ops.sum(ops.cast(mask, "int32"), axis=1)
        if self.padding == "wide":
            longer = lengths + self.width - 1
            lengths = ops.where(ops.greater(lengths, 0), longer, 0)
        else:
            lengths = lengths - self.width + 1
        places = ops.arange(self._length(ops.shape(mask)[1]), dtype="int32")
        return ops.less(ops.expand_dims(places, 0), ops.expand_dims(lengths, 1))

    def compute_output_shape(self, input_shape):
        length = input_shape[1]
        if length is not None:
            length = self._length(length)
            if length < 1:
                raise ValueError(
                    f"A narrow convolution of width {self.width} needs as many "
                    f"positions. Received {input_shape[1]}, shape "
                    f"{tuple(input_shape)}: pad the input, or use "
                    '`padding="wide"`.'
                )
        return (input_shape[0], length, input_shape[2], self.maps)

    def get_config(self):
        serialize = keras.saving.serialize_keras_object
        return {
            **super().get_config(),
            "maps": self.maps,
            "width": self.width,
            "padding": self.padding,
            "kernel_initializer": self.kernel_initializer
            and serialize(self.kernel_initializer),
            "kernel_regularizer": serialize(self.kernel_regularizer),
            "kernel_constraint": serialize(self.kernel_constraint),
            "implementation": self.implementation,
        }

    def _length(self, length):
        added = self.width - 1
        return length + added if self.padding == "wide" else length - added


def _check_floats(inputs):
    dtype = keras.backend.standardize_dtype(inputs.dtype)
    if not keras.backend.is_float_dtype(dtype):
        raise TypeError(
            "RowwiseConv1D convolves floating-point values. Received an input "
            f"of type {dtype}: embed or cast it first."
        )


def _glorot_of_a_row(width, maps_in, maps):
    """Glorot's uniform distribution; Keras would count all rows as inputs."""
    limit = (6.0 / (width * (maps_in + maps))) ** 0.5
    return keras.initializers.RandomUniform(-limit, limit)


def _products(inputs, kernel):
    """The narrow convolution of each row as one matrix product."""
    width, rows, maps_in, maps = kernel.shape
    batch = ops.shape(inputs)[0]
    length = ops.shape(inputs)[1] - width + 1
    # (B, T, R, n) -> (R, B, T, n)
    inputs = ops.transpose(inputs, (2, 0, 1, 3))
    # (R, B, T', m * n): the words that a filter meets at each place
    seen = ops.concatenate(
        [inputs[:, :, i : i + length] for i in range(width)], axis=-1
    )
    seen = ops.reshape(seen, (rows, batch * length, width * maps_in))
    kernel = ops.transpose(kernel, (1, 0, 2, 3))
    kernel = ops.reshape(kernel, (rows, width * maps_in, maps))
    outputs = ops.reshape(ops.matmul(seen, kernel), (rows, batch, length, maps))
    return ops.transpose(outputs, (1, 2, 0, 3))
