"""Pooling that keeps as many values as a sentence is long, in proportion."""

import keras
from keras import ops

from keras_tpr.kernels import use_tensorflow_kernels
from keras_tpr.layers.dynamic_k import check_dynamic_k, dynamic_k
from keras_tpr.layers.k_max_checks import (
    NOT_YET,
    check_counts,
    check_implementation,
    check_mask,
    check_sequence,
)
from keras_tpr.layers.k_max_pool import k_max_pool, kept_counts, kept_places


@keras.saving.register_keras_serializable(package="keras_tpr")
class DynamicKMaxPooling(keras.layers.Layer):
    """K-max pooling whose `k` follows from the length of each sentence.

    Layer `l` of `L` keeps `max(k_top, ceil((L - l) / L * s))` values of each
    channel of a sentence of `s` words, in their order; see `dynamic_k` and
    `KMaxPooling`. Each example of a batch has a `k` of its own.

    Args:
        layer_index: `l`, from 1.
        num_layers: `L`, the number of convolutional layers.
        k_top: `k` of the last layer.
        max_length: the most words a sentence has, which fixes the time size
            of the output; None for that of each batch. Of longer sentences no
            more is kept.
        fill_value: value of the places behind those of an example.
        implementation: see `KMaxPooling`.

    Call arguments:
        inputs: a list of `x`, floats `(B, T, ...)`, and the lengths of the
            sentences (not of `x`): integers `(B,)`, or the boolean mask of
            the sentences `(B, S)`.
        mask: a list of the mask of `x`, boolean `(B, T)`, or None, and of one
            that is ignored.

    Shapes:
        `(B, K, ...)`, where `K` is the `k` of a sentence of `max_length`
        words, or else of the longest of the batch; with a mask of the
        sentences of `S` words, a fixed number where `S` is one.

    Masking:
        As `KMaxPooling`: the output's mask `(B, K)` is True for the values of
        an example. There always is one.

    Raises:
        TypeError: for an `x` of integers, or lengths of none.
        ValueError: for arguments that are no layer of a network; for integer
            lengths without `max_length` where sizes must be known beforehand,
            as within `jax.jit`.

    Example:

    >>> import numpy as np
    >>> from keras_tpr.layers import DynamicKMaxPooling
    >>> pool = DynamicKMaxPooling(layer_index=1, num_layers=3, k_top=3)
    >>> x = np.random.default_rng(0).random((2, 20, 4))
    >>> tuple(pool([x, np.array([18, 6])]).shape)
    (2, 12, 4)

    Reference:
        Kalchbrenner et al., A Convolutional Neural Network for Modelling
        Sentences, ACL 2014, section 3.3.
    """

    def __init__(
        self,
        layer_index,
        num_layers,
        k_top,
        max_length=None,
        fill_value=0.0,
        implementation="auto",
        **kwargs,
    ):
        super().__init__(**kwargs)
        check_dynamic_k(layer_index, num_layers, k_top)
        check_implementation(implementation)
        if max_length is not None and (
            isinstance(max_length, bool)
            or not isinstance(max_length, int)
            or max_length < 1
        ):
            raise ValueError(
                "`max_length` must be a positive integer or None. Received: "
                f"max_length={max_length!r}."
            )
        self.supports_masking = True
        self.layer_index = layer_index
        self.num_layers = num_layers
        self.k_top = k_top
        self.max_length = max_length
        self.fill_value = float(fill_value)
        self.implementation = implementation
        self.uses_kernel = implementation == "auto" and use_tensorflow_kernels(
            self.compute_dtype
        )
        self.supports_jit = not self.uses_kernel

    def build(self, input_shape):
        self.built = True

    def call(self, inputs, mask=None):
        x, lengths, mask = _parts(inputs, mask)
        self._check(x, lengths, mask)
        return k_max_pool(
            x,
            self._size(lengths),
            self._k(_in_words(lengths)),
            mask,
            self.fill_value,
            kernel=self.uses_kernel,
        )

    def compute_mask(self, inputs, mask=None):
        x, lengths, mask = _parts(inputs, mask)
        if isinstance(x, keras.KerasTensor):
            return NOT_YET
        size, k = self._size(lengths), self._k(_in_words(lengths))
        return kept_places(kept_counts(x, size, k, mask), size)

    def compute_output_shape(self, input_shape):
        shape, lengths = map(tuple, input_shape)
        size = None
        if self.layer_index == self.num_layers:
            size = self.k_top
        elif self.max_length is not None:
            size = self._k(self.max_length)
        elif len(lengths) == 2 and lengths[1] is not None:
            size = self._k(lengths[1])
        return (shape[0], size, *shape[2:])

    def compute_output_spec(self, inputs, mask=None):
        x, lengths, mask = _parts(inputs, mask)
        self._check(x, lengths, mask)
        shape = self.compute_output_shape([x.shape, lengths.shape])
        return keras.KerasTensor(shape, dtype=self.compute_dtype)

    def get_config(self):
        return {
            **super().get_config(),
            "layer_index": self.layer_index,
            "num_layers": self.num_layers,
            "k_top": self.k_top,
            "max_length": self.max_length,
            "fill_value": self.fill_value,
            "implementation": self.implementation,
        }

    def _k(self, lengths):
        return dynamic_k(self.layer_index, self.num_layers, lengths, self.k_top)

    def _size(self, lengths):
        """Time size of the output: an integer wherever it can be one."""
        if self.layer_index == self.num_layers:
            return self.k_top
        if self.max_length is not None:
            return self._k(self.max_length)
        if len(lengths.shape) == 2:
            return self._k(ops.shape(lengths)[1])
        return _as_size(self._k(ops.max(ops.cast(lengths, "int32"))))

    def _check(self, x, lengths, mask):
        check_sequence(x, "DynamicKMaxPooling")
        check_mask(mask, x, "DynamicKMaxPooling")
        if len(lengths.shape) == 1:
            check_counts(lengths, x, "DynamicKMaxPooling", "lengths")
            return
        dtype = keras.backend.standardize_dtype(lengths.dtype)
        if len(lengths.shape) != 2 or dtype != "bool":
            raise TypeError(
                "`lengths` of DynamicKMaxPooling must be integers (B,), or a "
                f"boolean mask of words (B, S). Received type {dtype} and "
                f"shape {tuple(lengths.shape)}."
            )


def _in_words(lengths):
    """The lengths `(B,)`, also of a mask of words `(B, S)`."""
    lengths = ops.cast(lengths, "int32")
    return ops.sum(lengths, axis=1) if len(lengths.shape) == 2 else lengths


def _parts(inputs, mask):
    if not isinstance(inputs, (list, tuple)) or len(inputs) != 2:
        raise ValueError(
            "DynamicKMaxPooling takes a list `[x, lengths]`: `k` follows from "
            "the lengths of the sentences. For one `k` use KMaxPooling."
        )
    return *inputs, mask[0] if isinstance(mask, (list, tuple)) else mask


def _as_size(size):
    """A size for the shape of a tensor, which but for TensorFlow is fixed."""
    if keras.backend.backend() == "tensorflow":
        return size
    try:
        return int(size)
    except Exception as error:
        # JAX's error for a value within `jit` is a class of its own.
        if keras.backend.backend() != "jax":
            raise
        raise ValueError(
            "Within `jit`, DynamicKMaxPooling must know its size beforehand: "
            "give `max_length=`, or the mask of the sentences as `lengths`."
        ) from error
