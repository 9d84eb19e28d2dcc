"""Means over the parts of a sentence."""

import keras
from keras import ops

from keras_tpr.layers.part_starts import check_bit_encoding, part_starts


@keras.saving.register_keras_serializable(package="keras_tpr")
class SegmentAverage(keras.layers.Layer):
    """Gives every position the mean over the part that it is in.

    Parts are told apart by bits, as a row of a tree has them; see
    `keras_tpr.trees.encode_rows` and `part_starts`. The gradient goes through
    the values only.

    Args:
        bit_encoding: `"alternating"`, neighbouring parts differ in their bit,
            or `"boundary"`, 1 begins a part.

    Call arguments:
        g: values `(B, T, C)`.
        bits: integers `(B, T)`.
        padding_mask: boolean `(B, T)`, True at real positions; None if all
            are.

    Shapes:
        That of `g`.

    Masking:
        Padded positions are in no part and get zeros. Where real positions
        stand behind padded ones, they go on with the part before.

    Raises:
        ValueError: for an unknown `bit_encoding`, or shapes that do not go
            together.

    Example:

    >>> import numpy as np
    >>> from keras_tpr.layers import SegmentAverage
    >>> g = np.array([[[1.0], [3.0], [7.0]]])
    >>> bits = np.array([[0, 0, 1]])
    >>> np.asarray(SegmentAverage()(g, bits)).ravel().tolist()
    [2.0, 2.0, 7.0]

    Reference:
        Huang et al., Attentive Tensor Product Learning, AAAI 2019, equations
        13 and 14.
    """

    def __init__(self, bit_encoding="alternating", **kwargs):
        super().__init__(**kwargs)
        check_bit_encoding(bit_encoding)
        self.bit_encoding = bit_encoding

    def build(self, g_shape, bits_shape, padding_mask_shape=None):
        if len(g_shape) != 3 or len(bits_shape) != 2:
            raise ValueError(
                "`g` must have the shape (B, T, C), and `bits` (B, T). "
                f"Received shapes {tuple(g_shape)} and {tuple(bits_shape)}."
            )

    def call(self, g, bits, padding_mask=None):
        starts = part_starts(bits, self.bit_encoding)
        batch, length = ops.shape(starts)
        real = ops.ones_like(starts, dtype=g.dtype)
        if padding_mask is not None:
            real = ops.cast(padding_mask, g.dtype)
            padding_mask = ops.expand_dims(padding_mask, -1)
            g = ops.where(padding_mask, g, ops.zeros((), g.dtype))
        # Parts of all rows are numbered through, so that one sum makes them.
        numbers = ops.cumsum(starts, axis=1) - 1
        rows = ops.expand_dims(ops.arange(batch, dtype="int32"), -1)
        numbers = ops.reshape(numbers + rows * length, (-1,))
        count = batch * length
        sums = ops.segment_sum(
            ops.reshape(g, (-1, g.shape[-1])), numbers, count
        )
        sizes = ops.segment_sum(ops.reshape(real, (-1,)), numbers, count)
        means = sums / ops.expand_dims(ops.maximum(sizes, 1), -1)
        spread = ops.reshape(ops.take(means, numbers, axis=0), ops.shape(g))
        return spread * ops.expand_dims(real, -1)

    def compute_output_shape(
        self, g_shape, bits_shape, padding_mask_shape=None
    ):
        return tuple(g_shape)

    def get_config(self):
        return {**super().get_config(), "bit_encoding": self.bit_encoding}
