"""Vectors of sentences, as memory networks make them."""

import keras
from keras import ops

MODES = ("bow", "position", "multilinear")


@keras.saving.register_keras_serializable(package="keras_tpr")
class SentenceEncoder(keras.layers.Layer):
    """Maps the ids of a sentence's words, or n-grams, to one vector.

    With word vectors `v_i = U Phi(x_i)` of a sentence of `l` words:

        bow            E(x) = sum_i v_i
        position       E(x) = sum_i w_i * v_i,
                       w_ik = 1 + 4 (k - (n + 1) / 2) (i - (l + 1) / 2) / (n l)
        multilinear    E(x) = tanh(sum_i P_p(i) v_i),  p(i) = ceil(i * bins / l)

    and with `nonlinear=True` `tanh(W tanh(E(x)))` of the first two. A word that
    occurs twice counts twice. N-grams are no mode: give their ids.

    Args:
        units: size `n` of the vectors.
        vocabulary_size: number of ids, that of padding included.
        mode: `"bow"`, `"position"` or `"multilinear"`.
        nonlinear: whether vectors go through two layers of tanh.
        num_bins: number of matrices that `"multilinear"` has for words at the
            beginning, in the middle, and so on.
        embeddings_initializer: of the word vectors.
        kernel_initializer: of `W` and `P`.

    Call arguments:
        token_ids: integers `(B, ..., L)`, 0 for padding, which may be anywhere.

    Shapes:
        Output `(B, ..., units)`. Weights: `embeddings` `(vocabulary_size,
        units)`, `kernel` `(units, units)` if nonlinear, or with
        `"multilinear"` `(num_bins, units, units)`.

    Masking:
        Id 0 takes no part: neither in sums, nor in places, nor in `l`. A
        sentence without words gives zeros. No mask is made.

    Raises:
        TypeError: for ids that are no integers.
        ValueError: for an unknown mode, numbers that are not positive, or
            `nonlinear` together with `"multilinear"`, which has its own tanh.

    Example:

    >>> import numpy as np
    >>> from keras_tpr.layers import SentenceEncoder
    >>> story = np.array([[[4, 2, 7], [5, 0, 0]]])
    >>> tuple(SentenceEncoder(6, vocabulary_size=9)(story).shape)
    (1, 2, 6)

    Reference:
        Weston et al., Towards AI-Complete Question Answering, 2015, section
        4.2 and equations 5, 6; Sukhbaatar et al., End-To-End Memory Networks,
        NIPS 2015, section 4.1, for the weights of positions.
    """

    def __init__(
        self,
        units,
        vocabulary_size,
        mode="bow",
        nonlinear=False,
        num_bins=5,
        embeddings_initializer="uniform",
        kernel_initializer="glorot_uniform",
        **kwargs,
    ):
        super().__init__(**kwargs)
        if mode not in MODES:
            raise ValueError(
                f"`mode` must be one of {MODES}. Received: mode={mode!r}."
            )
        for name, value in (
            ("units", units),
            ("vocabulary_size", vocabulary_size),
            ("num_bins", num_bins),
        ):
            if not isinstance(value, int) or value < 1:
                raise ValueError(
                    f"`{name}` must be a positive integer. Received: "
                    f"{name}={value!r}."
                )
        if nonlinear and mode == "multilinear":
            raise ValueError(
                '`nonlinear` goes with `mode="bow"` and `mode="position"`; '
                '`mode="multilinear"` has a tanh of its own.'
            )
        self.units = units
        self.vocabulary_size = vocabulary_size
        self.mode = mode
        self.nonlinear = nonlinear
        self.num_bins = num_bins
        self.embeddings_initializer = keras.initializers.get(
            embeddings_initializer
        )
        self.kernel_initializer = keras.initializers.get(kernel_initializer)

    def build(self, token_ids_shape):
        self.embeddings = self.add_weight(
            shape=(self.vocabulary_size, self.units),
            initializer=self.embeddings_initializer,
            name="embeddings",
        )
        square = (self.units, self.units)
        self.kernel = None
        if self.nonlinear or self.mode == "multilinear":
            self.kernel = self.add_weight(
                shape=square if self.nonlinear else (self.num_bins, *square),
                initializer=self.kernel_initializer,
                name="kernel",
            )

    def call(self, token_ids):
        return self.activate(self.linear_part(token_ids))

    def linear_part(self, token_ids):
        """The sum over words `(..., units)`, before any tanh.

        Sentences that are read together, as a question and facts, add these
        up; `activate` then gives their vector.
        """
        dtype = keras.backend.standardize_dtype(token_ids.dtype)
        if "int" not in dtype:
            raise TypeError(
                f"`token_ids` must be integers. Received type {dtype}."
            )
        is_word = ops.not_equal(token_ids, 0)
        # The vector of padding is zero. As the whole table takes part, so does
        # it in gradients: for the few words of stories, an optimizer is faster
        # than with single rows.
        is_id = ops.not_equal(ops.arange(self.vocabulary_size), 0)
        table = ops.cast(self.embeddings, self.compute_dtype)
        table = table * ops.cast(is_id, self.compute_dtype)[:, None]
        words = ops.take(table, token_ids, axis=0)
        if self.mode == "multilinear":
            bins = self._bins(is_word)
            parts = ops.einsum("...lp,...ln->...pn", bins, words)
            return ops.einsum("...pn,pnm->...m", parts, self.kernel)
        if self.mode == "position":
            words = words * self._position_weights(is_word)
        return ops.sum(words, axis=-2)

    def activate(self, linear_part):
        """The vectors of sentences, `(..., units)`, from their linear parts."""
        if self.nonlinear:
            return ops.tanh(ops.matmul(ops.tanh(linear_part), self.kernel))
        if self.mode == "multilinear":
            return ops.tanh(linear_part)
        return linear_part

    def compute_output_shape(self, token_ids_shape):
        return (*token_ids_shape[:-1], self.units)

    def compute_output_spec(self, token_ids):
        # The output is of another type than ids.
        return keras.KerasTensor(
            self.compute_output_shape(token_ids.shape), self.compute_dtype
        )

    def get_config(self):
        serialize = keras.saving.serialize_keras_object
        return {
            **super().get_config(),
            "units": self.units,
            "vocabulary_size": self.vocabulary_size,
            "mode": self.mode,
            "nonlinear": self.nonlinear,
            "num_bins": self.num_bins,
            "embeddings_initializer": serialize(self.embeddings_initializer),
            "kernel_initializer": serialize(self.kernel_initializer),
        }

    def _bins(self, is_word):
        """One-hot `p(i)` of each word, `(..., L, num_bins)`."""
        place, length = _places(is_word)
        # In whole numbers: rounded up without a rounding error.
        number = (place * self.num_bins + length - 1) // length
        return ops.one_hot(
            ops.where(is_word, number - 1, -1),
            self.num_bins,
            dtype=self.compute_dtype,
        )

    def _position_weights(self, is_word):
        """`w_ik`, `(..., L, units)`."""
        place, length = (ops.cast(x, "float32") for x in _places(is_word))
        unit = ops.arange(1, self.units + 1, dtype="float32")
        across = (unit - (self.units + 1) / 2) / self.units
        along = (place - (length + 1) / 2) / length
        weights = 1 + 4 * across * along[..., None]
        return ops.cast(weights, self.compute_dtype)


def _places(is_word):
    """The number of each word in its sentence, from 1, and the last one's."""
    place = ops.cumsum(ops.cast(is_word, "int32"), axis=-1)
    # Of a sentence without words, 1: nobody asks, but it is divided by.
    return place, ops.maximum(place[..., -1:], 1)
