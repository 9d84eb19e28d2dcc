"""Pooling that keeps the k highest values in their order."""

import keras
from keras import ops

from keras_tpr.kernels import use_tensorflow_kernels
from keras_tpr.layers.k_max_checks import (
    NOT_YET,
    check_counts,
    check_implementation,
    check_k,
    check_mask,
    check_sequence,
    require_enough,
)
from keras_tpr.layers.k_max_pool import k_max_pool, kept_counts, kept_places


@keras.saving.register_keras_serializable(package="keras_tpr")
class KMaxPooling(keras.layers.Layer):
    """Keeps the `k` highest values of each channel, in their original order.

    Pools axis 1 of `(B, T, ...)`, time, for every channel by itself: unlike
    max pooling it can tell features that occur several times, and in which
    order they come, and its output has one size whatever the length, as `Dense`
    needs it (`keras.ops.reshape(x, (-1, k * C))`; `Flatten` would warn that it
    drops the mask). Behind a `Conv2D`, whose output is `(B, height,
    width, C)`, it pools the height; `Permute` brings another axis there.

    Args:
        k: number of values kept.
        fill_value: value of the places for which an example has no values
            left.
        strict: whether an example of fewer than `k` values is an error. Within
            `jax.jit` values cannot be looked at, and it is none.
        implementation: `"auto"` runs a kernel on TensorFlow in float32, which
            XLA does not compile; `"portable"` runs Keras' own operations
            everywhere.

    Call arguments:
        inputs: floats `(B, T, ...)`; or a list of these and integers `(B,)`,
            how many values to keep of each example, at most `k`.
        mask: boolean `(B, T)`, which positions there are; with a list of
            inputs a list of masks, of which the second is ignored.

    Shapes:
        `(B, k, ...)`.

    Masking:
        Masked positions are never kept, be all others negative. An example
        with fewer than `k` values keeps those it has, followed by
        `fill_value`; the output's mask `(B, k)` is False there. Without a
        mask, and with as many positions as `k`, there is no mask. Of an
        example without any value all places are filled.

    Of equal values the left-most are kept. NaN counts as the highest value, so
    that it is not lost. Gradients reach the values that are kept, alone.

    Raises:
        TypeError: for an input of integers.
        ValueError: for a `k` that is no positive integer, fewer than three
            axes, or, with `strict`, examples of too few values.

    Example:

    >>> import numpy as np
    >>> from keras_tpr.layers import KMaxPooling
    >>> x = np.array([[3.0, 9.0, 1.0, 7.0, 5.0]]).reshape(1, 5, 1)
    >>> np.asarray(KMaxPooling(3)(x)).ravel().tolist()
    [9.0, 7.0, 5.0]
    >>> np.asarray(KMaxPooling(3)([x, np.array([2])])).ravel().tolist()
    [9.0, 7.0, 0.0]

    Reference:
        Kalchbrenner et al., A Convolutional Neural Network for Modelling
        Sentences, ACL 2014, section 3.2.
    """

    def __init__(
        self,
        k,
        fill_value=0.0,
        strict=False,
        implementation="auto",
        **kwargs,
    ):
        super().__init__(**kwargs)
        check_k(k)
        check_implementation(implementation)
        self.supports_masking = True
        self.k = k
        self.fill_value = float(fill_value)
        self.strict = strict
        self.implementation = implementation
        self.uses_kernel = implementation == "auto" and use_tensorflow_kernels(
            self.compute_dtype
        )
        self.supports_jit = not self.uses_kernel

    def build(self, input_shape):
        self.built = True

    def call(self, inputs, mask=None):
        x, k, mask = _parts(inputs, mask)
        self._check(x, k, mask)
        if self.strict:
            self._require_enough(x, k, mask)
        return k_max_pool(
            x, self.k, k, mask, self.fill_value, kernel=self.uses_kernel
        )

    def compute_mask(self, inputs, mask=None):
        x, k, mask = _parts(inputs, mask)
        length = x.shape[1]
        enough = length is not None and length >= self.k
        if mask is None and k is None and enough:
            return None
        if isinstance(x, keras.KerasTensor):
            return NOT_YET
        return kept_places(kept_counts(x, self.k, k, mask), self.k)

    def compute_output_shape(self, input_shape):
        shape = tuple(input_shape)
        if isinstance(shape[0], (list, tuple)):
            shape = tuple(shape[0])
        return (shape[0], self.k, *shape[2:])

    def compute_output_spec(self, inputs, mask=None):
        x, k, mask = _parts(inputs, mask)
        self._check(x, k, mask)
        shape = self.compute_output_shape(tuple(x.shape))
        return keras.KerasTensor(shape, dtype=self.compute_dtype)

    def get_config(self):
        return {
            **super().get_config(),
            "k": self.k,
            "fill_value": self.fill_value,
            "strict": self.strict,
            "implementation": self.implementation,
        }

    def _check(self, x, k, mask):
        check_sequence(x, "KMaxPooling")
        check_mask(mask, x, "KMaxPooling")
        if k is not None:
            check_counts(k, x, "KMaxPooling", "k")

    def _require_enough(self, x, k, mask):
        wanted = self.k if k is None else ops.cast(k, "int32")
        longest = ops.maximum(ops.shape(x)[1], self.k)
        counts = kept_counts(x, longest, mask=mask)
        require_enough(counts, wanted, "KMaxPooling")


def _parts(inputs, mask):
    """`(x, k, mask)` of a tensor, or of a list of two."""
    if not isinstance(inputs, (list, tuple)):
        return inputs, None, mask
    if len(inputs) != 2:
        raise ValueError(
            "KMaxPooling takes `x` or `[x, k]`. Received a list of "
            f"{len(inputs)}."
        )
    return *inputs, mask[0] if isinstance(mask, (list, tuple)) else mask
