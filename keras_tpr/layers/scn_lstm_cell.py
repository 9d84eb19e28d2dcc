"""The tag-composed LSTM cell of semantic compositional networks."""

import keras
from keras import ops

GATES = 4  # i, f, c, o


@keras.saving.register_keras_serializable(package="keras_tpr")
class SCNLSTMCell(keras.layers.Layer):
    """An LSTM step whose weight matrices are composed from image tags.

    Every gate `g` uses `A_g diag(s B_g) C_g` in place of a plain matrix, where
    `s` are the tag probabilities, so that each tag brings its own set of
    weights at the cost of one factored product:

        z_g = ((x Wa_g) * (s Wb_g)) Wc_g + ((h Ua_g) * (s Ub_g)) Uc_g + b_g

    The products with the tags do not depend on the step: `project_tags` makes
    them once for a sequence and they travel as a constant third state.

    Args:
        units: size of the state.
        num_tags: number of tags.
        factors: number of factors of each composed matrix.
        kernel_initializer: initialiser of `kernel`, `tag_kernel` and
            `factor_kernel`; uniform in +-0.05, as published.
        recurrent_initializer: initialiser of the three recurrent ones.
        bias_initializer: initialiser of the bias.
        kernel_regularizer, recurrent_regularizer, bias_regularizer:
            regularisers of the same groups.

    Call arguments:
        inputs: `(B, X)`.
        states: `[h (B, units), c (B, units), tag_products (B, 8 * factors)]`,
            the last from `project_tags(tags)`. A zero third state means that
            no tag is present, which silences all but the bias.

    Shapes:
        Output `(B, units)` and the list of new states. Gates are in the order
        i, f, c, o on the last axis. Weights: `kernel` `(X, 4 F)`, `tag_kernel`
        `(num_tags, 4 F)`, `factor_kernel` `(4, F, units)`, their counterparts
        `recurrent_kernel`, `recurrent_tag_kernel`, `recurrent_factor_kernel`,
        and `bias` `(4 units,)`.

    Masking:
        Done by `keras.layers.RNN`: a masked step leaves the states.

    Example:

    >>> import keras
    >>> from keras_tpr.layers import SCNLSTMCell
    >>> cell = SCNLSTMCell(units=6, num_tags=3, factors=4)
    >>> words = keras.random.normal((2, 5, 7))
    >>> cell.build((2, 7))
    >>> zero = keras.ops.zeros((2, 6))
    >>> tags = cell.project_tags(keras.random.uniform((2, 3)))
    >>> h = keras.layers.RNN(cell)(words, initial_state=[zero, zero, tags])
    >>> tuple(h.shape)
    (2, 6)

    Reference:
        Gan et al., Semantic Compositional Networks for Visual Captioning,
        CVPR 2017, section 3.3.
    """

    def __init__(
        self,
        units=512,
        num_tags=999,
        factors=512,
        kernel_initializer="uniform",
        recurrent_initializer="uniform",
        bias_initializer="zeros",
        kernel_regularizer=None,
        recurrent_regularizer=None,
        bias_regularizer=None,
        **kwargs,
    ):
        super().__init__(**kwargs)
        for name, value in (
            ("units", units),
            ("num_tags", num_tags),
            ("factors", factors),
        ):
            if not isinstance(value, int) or value < 1:
                raise ValueError(
                    f"`{name}` must be a positive integer. Received: "
                    f"{name}={value!r}."
                )
        self.units = units
        self.num_tags = num_tags
        self.factors = factors
        self.kernel_initializer = keras.initializers.get(kernel_initializer)
        self.recurrent_initializer = keras.initializers.get(
            recurrent_initializer
        )
        self.bias_initializer = keras.initializers.get(bias_initializer)
        self.kernel_regularizer = keras.regularizers.get(kernel_regularizer)
        self.recurrent_regularizer = keras.regularizers.get(
            recurrent_regularizer
        )
        self.bias_regularizer = keras.regularizers.get(bias_regularizer)
        self.state_size = [units, units, 2 * GATES * factors]
        self.output_size = units

    def build(self, input_shape):
        self.kernel, self.tag_kernel, self.factor_kernel = self._add_composed(
            "",
            input_shape[-1],
            self.kernel_initializer,
            self.kernel_regularizer,
        )
        (
            self.recurrent_kernel,
            self.recurrent_tag_kernel,
            self.recurrent_factor_kernel,
        ) = self._add_composed(
            "recurrent_",
            self.units,
            self.recurrent_initializer,
            self.recurrent_regularizer,
        )
        self.bias = self.add_weight(
            shape=(GATES * self.units,),
            name="bias",
            initializer=self.bias_initializer,
            regularizer=self.bias_regularizer,
        )

    def project_tags(self, tags):
        """The constant third state for `tags` `(B, num_tags)`."""
        return ops.concatenate(
            [
                ops.matmul(tags, self.tag_kernel),
                ops.matmul(tags, self.recurrent_tag_kernel),
            ],
            axis=-1,
        )

    def input_terms(self, inputs, tag_products):
        """The part of all gates that does not depend on the state.

        `(..., X)` and tag products that broadcast against it give
        `(..., 4 * units)`, for all steps of a sequence in one product.
        """
        width = GATES * self.factors
        factored = ops.matmul(inputs, self.kernel) * tag_products[..., :width]
        return self._recompose(factored, self.factor_kernel) + self.bias

    def step(self, input_terms, h, c, tag_products):
        """One step from precomputed input terms `(B, 4 * units)`."""
        width = GATES * self.factors
        factored = (
            ops.matmul(h, self.recurrent_kernel) * tag_products[..., width:]
        )
        z = input_terms + self._recompose(
            factored, self.recurrent_factor_kernel
        )
        i, f, candidate, o = ops.split(z, GATES, axis=-1)
        c = ops.sigmoid(f) * c + ops.sigmoid(i) * ops.tanh(candidate)
        return ops.sigmoid(o) * ops.tanh(c), c

    def call(self, inputs, states):
        h, c, tag_products = states
        terms = self.input_terms(inputs, tag_products)
        h, c = self.step(terms, h, c, tag_products)
        return h, [h, c, tag_products]

    def get_initial_state(self, batch_size=None):
        return [
            ops.zeros((batch_size, size), dtype=self.compute_dtype)
            for size in self.state_size
        ]

    def compute_output_shape(self, input_shape, states_shape=None):
        batch = input_shape[0]
        return (batch, self.units), [(batch, n) for n in self.state_size]

    def get_config(self):
        serialize = keras.saving.serialize_keras_object
        return {
            **super().get_config(),
            "units": self.units,
            "num_tags": self.num_tags,
            "factors": self.factors,
            "kernel_initializer": serialize(self.kernel_initializer),
            "recurrent_initializer": serialize(self.recurrent_initializer),
            "bias_initializer": serialize(self.bias_initializer),
            "kernel_regularizer": serialize(self.kernel_regularizer),
            "recurrent_regularizer": serialize(self.recurrent_regularizer),
            "bias_regularizer": serialize(self.bias_regularizer),
        }

    def _add_composed(self, prefix, input_size, initializer, regularizer):
        """The three factors A, B, C of the four composed matrices."""
        shapes = {
            "kernel": (input_size, GATES * self.factors),
            "tag_kernel": (self.num_tags, GATES * self.factors),
            "factor_kernel": (GATES, self.factors, self.units),
        }
        return [
            self.add_weight(
                shape=shape,
                name=prefix + name,
                initializer=initializer,
                regularizer=regularizer,
            )
            for name, shape in shapes.items()
        ]

    def _recompose(self, factored, factor_kernel):
        # (..., 4 F) and (4, F, H) -> (..., 4 H), gate by gate.
        gates = ops.split(factored, GATES, axis=-1)
        return ops.concatenate(
            [
                ops.matmul(gate, factor_kernel[g])
                for g, gate in enumerate(gates)
            ],
            axis=-1,
        )
