"""How related two sentences are, from their vectors."""

import keras
from keras import ops


@keras.saving.register_keras_serializable(package="keras_tpr")
class RelatednessHead(keras.layers.Layer):
    """Probabilities of the scores 1 to R for a pair of sentences.

    The pair is seen through the product and the absolute difference of its two
    vectors, in which neither sentence comes first.

        h_x = h_left * h_right
        h_+ = |h_left - h_right|
        h_s = sig(h_x W_x + h_+ W_+ + b_h)
        p   = softmax(h_s W_p + b_p)

    Train it with `SparseTargetKL`; `expected_score` turns `p` into a score.

    Args:
        hidden: size of `h_s`.
        num_classes: `R`.
        kernel_initializer, bias_initializer: initialisers of all weights.
        kernel_regularizer, bias_regularizer: regularisers of all weights.

    Call arguments:
        h_left, h_right: vectors of the sentences, `(..., H)`.

    Shapes:
        Output `(..., num_classes)`. Weights: `kernel` `(2 H, hidden)`, its
        first `H` rows for the product, and `bias` of the `hidden_layer`; those
        of the `output_layer`.

    Masking:
        None is used or made.

    Example:

    >>> import keras
    >>> from keras_tpr.layers import RelatednessHead
    >>> left, right = keras.random.normal((2, 3, 6))
    >>> tuple(RelatednessHead(hidden=4)(left, right).shape)
    (3, 5)

    Reference:
        Tai et al., Improved Semantic Representations From Tree-Structured Long
        Short-Term Memory Networks, ACL 2015, equation 15.
    """

    def __init__(
        self,
        hidden=50,
        num_classes=5,
        kernel_initializer="glorot_uniform",
        bias_initializer="zeros",
        kernel_regularizer=None,
        bias_regularizer=None,
        **kwargs,
    ):
        super().__init__(**kwargs)
        for name, value in (("hidden", hidden), ("num_classes", num_classes)):
            if not isinstance(value, int) or value < 1:
                raise ValueError(
                    f"`{name}` must be a positive integer. Received: "
                    f"{name}={value!r}."
                )
        self.hidden = hidden
        self.num_classes = num_classes
        self.kernel_initializer = keras.initializers.get(kernel_initializer)
        self.bias_initializer = keras.initializers.get(bias_initializer)
        self.kernel_regularizer = keras.regularizers.get(kernel_regularizer)
        self.bias_regularizer = keras.regularizers.get(bias_regularizer)
        self.hidden_layer = self._dense(hidden, "sigmoid", "hidden")
        self.output_layer = self._dense(num_classes, "softmax", "output")

    def build(self, h_left_shape, h_right_shape):
        if h_left_shape[-1] != h_right_shape[-1]:
            raise ValueError(
                "`h_left` and `h_right` must have vectors of one size. "
                f"Received shapes {tuple(h_left_shape)} and "
                f"{tuple(h_right_shape)}."
            )
        leading = tuple(h_left_shape[:-1])
        self.hidden_layer.build((*leading, 2 * h_left_shape[-1]))
        self.output_layer.build((*leading, self.hidden))

    def call(self, h_left, h_right):
        pair = ops.concatenate(
            [h_left * h_right, ops.abs(h_left - h_right)], axis=-1
        )
        return self.output_layer(self.hidden_layer(pair))

    def compute_output_shape(self, h_left_shape, h_right_shape):
        return (*h_left_shape[:-1], self.num_classes)

    def get_config(self):
        serialize = keras.saving.serialize_keras_object
        return {
            **super().get_config(),
            "hidden": self.hidden,
            "num_classes": self.num_classes,
            "kernel_initializer": serialize(self.kernel_initializer),
            "bias_initializer": serialize(self.bias_initializer),
            "kernel_regularizer": serialize(self.kernel_regularizer),
            "bias_regularizer": serialize(self.bias_regularizer),
        }

    def _dense(self, units, activation, name):
        return keras.layers.Dense(
            units,
            activation=activation,
            kernel_initializer=self.kernel_initializer.clone(),
            bias_initializer=self.bias_initializer.clone(),
            kernel_regularizer=self.kernel_regularizer,
            bias_regularizer=self.bias_regularizer,
            name=name,
            dtype=self.dtype_policy,
        )
