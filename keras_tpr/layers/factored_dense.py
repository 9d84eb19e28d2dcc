"""A dense layer with weights of its own for each word, factored."""

import keras
from keras import ops


@keras.saving.register_keras_serializable(package="keras_tpr")
class FactoredDense(keras.layers.Layer):
    """`W(x) h` with a matrix `W(x)` for each key `x`, such as a word.

    All matrices share two factors, and a key scales what is between them,

        W(x) = Wa diag(Wb x) Wc,

    so that a key costs `factors` numbers. `W(x)` is never built: the state is
    projected, multiplied with the vector of its key, and projected again.

    Args:
        units: size of the output.
        num_keys: number of keys.
        factors: size between the two projections.
        use_bias: whether to add a bias, the same for all keys.
        kernel_initializer: of both projections.
        key_initializer: of the keys. With ones, a layer begins as an ordinary
            one of rank `factors`, and keys learn how they differ; random keys
            around zero hide the state from the output, and hardly train.
        bias_initializer: of the bias.
        kernel_regularizer, key_regularizer: penalties.

    Call arguments:
        h: `(..., H)`.
        x: keys as integers `(...)`; or weights of all keys, one-hot or
            probabilities, `(..., num_keys)`.

    Shapes:
        Output `(..., units)`. Weights: `state_kernel` `(H, factors)`,
        `key_vectors` `(num_keys, factors)`, `kernel` `(factors, units)`.

    Masking:
        Positions are independent of each other: a padded one gives what its
        state and key give.

    Raises:
        ValueError: for sizes that are not positive, or an `x` that has neither
            the leading axes of `h` nor these and `num_keys`.

    Example:

    >>> import keras
    >>> from keras_tpr.layers import FactoredDense
    >>> layer = FactoredDense(units=3, num_keys=10, factors=4)
    >>> h, x = keras.random.normal((2, 5, 6)), keras.ops.ones((2, 5), "int32")
    >>> tuple(layer(h, x).shape)
    (2, 5, 3)

    Reference:
        Huang et al., Attentive Tensor Product Learning, AAAI 2019, equation 10.
    """

    def __init__(
        self,
        units,
        num_keys,
        factors=512,
        use_bias=False,
        kernel_initializer="glorot_uniform",
        key_initializer="ones",
        bias_initializer="zeros",
        kernel_regularizer=None,
        key_regularizer=None,
        **kwargs,
    ):
        super().__init__(**kwargs)
        sizes = {"units": units, "num_keys": num_keys, "factors": factors}
        for name, value in sizes.items():
            if not isinstance(value, int) or value < 1:
                raise ValueError(
                    f"`{name}` must be a positive integer. Received: {value!r}."
                )
        self.units = units
        self.num_keys = num_keys
        self.factors = factors
        self.use_bias = use_bias
        self.kernel_initializer = keras.initializers.get(kernel_initializer)
        self.key_initializer = keras.initializers.get(key_initializer)
        self.bias_initializer = keras.initializers.get(bias_initializer)
        self.kernel_regularizer = keras.regularizers.get(kernel_regularizer)
        self.key_regularizer = keras.regularizers.get(key_regularizer)

    def build(self, h_shape, x_shape):
        self._takes_ids(h_shape, x_shape)
        self.state_kernel = self.add_weight(
            shape=(h_shape[-1], self.factors),
            name="state_kernel",
            initializer=self.kernel_initializer.clone(),
            regularizer=self.kernel_regularizer,
        )
        self.key_vectors = self.add_weight(
            shape=(self.num_keys, self.factors),
            name="key_vectors",
            initializer=self.key_initializer,
            regularizer=self.key_regularizer,
        )
        self.kernel = self.add_weight(
            shape=(self.factors, self.units),
            name="kernel",
            initializer=self.kernel_initializer.clone(),
            regularizer=self.kernel_regularizer,
        )
        self.bias = None
        if self.use_bias:
            self.bias = self.add_weight(
                shape=(self.units,),
                name="bias",
                initializer=self.bias_initializer,
            )

    def call(self, h, x):
        if self._takes_ids(h.shape, x.shape):
            keys = ops.take(self.key_vectors, x, axis=0)
        else:
            keys = ops.matmul(ops.cast(x, self.compute_dtype), self.key_vectors)
        outputs = ops.matmul(
            ops.matmul(h, self.state_kernel) * keys, self.kernel
        )
        return outputs if self.bias is None else outputs + self.bias

    def compute_output_shape(self, h_shape, x_shape):
        return (*h_shape[:-1], self.units)

    def get_config(self):
        serialize = keras.saving.serialize_keras_object
        return {
            **super().get_config(),
            "units": self.units,
            "num_keys": self.num_keys,
            "factors": self.factors,
            "use_bias": self.use_bias,
            "kernel_initializer": serialize(self.kernel_initializer),
            "key_initializer": serialize(self.key_initializer),
            "bias_initializer": serialize(self.bias_initializer),
            "kernel_regularizer": serialize(self.kernel_regularizer),
            "key_regularizer": serialize(self.key_regularizer),
        }

    def _takes_ids(self, h_shape, x_shape):
        """Whether keys are integers rather than weights of all of them."""
        if len(x_shape) == len(h_shape) - 1:
            return True
        if len(x_shape) == len(h_shape) and x_shape[-1] == self.num_keys:
            return False
        raise ValueError(
            "`x` must be integers with the leading axes of `h`, of shape "
            f"{tuple(h_shape)}, or weights with `num_keys={self.num_keys}` "
            f"behind these. Received shape {tuple(x_shape)}."
        )
