"""One step of the ATPL decoder: consume a word vector, emit a filler."""

import keras
from keras import ops

from keras_tpr.layers.hadamard_roles import HadamardRoles
from keras_tpr.layers.scn_lstm_cell import SCNLSTMCell
from keras_tpr.layers.tpr_attention import TPRAttention
from keras_tpr.layers.tpr_unbind import TPRUnbind

LSTM_INPUTS = ("word", "tpr", "filler")
TPR_SCALES = (None, "length")


@keras.saving.register_keras_serializable(package="keras_tpr")
class ATPLCell(keras.layers.Layer):
    """The recurrent cell of Attentive Tensor Product Learning.

    It keeps the TPR of the words so far, `S~`, and the state `h` of an LSTM
    that reads them. A step binds the word it is given to the last role and
    advances the LSTM; then, with `k = [h ; vec(S~)]`, it emits

        a_v = sig(k Wv + bv)          which parts of `v` to look at
        S   = tanh((v * a_v) Ws + bs) what they say, as a TPR
        a_u = sig(k Wu + bu)          which roles come next
        u   = U a_u                   the unbinding vector (equation 5)
        f   = S u                     the filler of the next word

    Fed `[v C0, e_1, ..., e_(T-1)]` it returns `f_1 ... f_T`: the first input
    binds nothing, as the first role is zero. `emit` is the second half alone,
    on any leading axes.

    Args:
        dim: size of fillers and roles.
        units: size of the LSTM.
        feature_dim: size of `v`, the vector that is decoded.
        num_tags: number of image tags, which then compose the weights of the
            LSTM (`SCNLSTMCell`); None for a plain LSTM.
        tag_factors: number of factors of the tag-composed LSTM.
        lstm_inputs: what the LSTM reads: `"word"`, and optionally `"tpr"`
            (the flattened `S~`) and `"filler"` (the last emitted filler).
        tpr_scale: None (the paper) or `"length"`, which divides `vec(S~)` by
            the number of words so far inside the attention, so that long
            sentences do not saturate it.
        role_basis, seed: of `HadamardRoles`.
        feature_attention, role_attention: a `TPRAttention` of `feature_dim`
            and of `dim` units, to use one of your own.
        kernel_initializer, recurrent_initializer: of the LSTM.
        attention_initializer: of the two attentions and of `Ws`.

    Call arguments:
        inputs: `(B, dim)`, the word vector; or `(B, 2 * dim)` where the LSTM
            reads another vector than the one that is bound (the second half),
            as under dropout, which never touches what is bound.
        states: `[f (B, dim), u (B, dim), h (B, units), c (B, units),
            vec(S~) (B, dim * dim), v (B, feature_dim)]`, followed by the number
            of steps `(B, 1)` with `tpr_scale="length"` and by
            `project_tags(tags)` with tags. All start at zero but `v` and the
            tags, which stay as they are.

    Shapes:
        Output `f` `(B, dim)` and the new states.

    Masking:
        Done by `keras.layers.RNN`: a masked step leaves every state.

    Raises:
        ValueError: for sizes that are not positive, a `dim` that is no power of
            two with the Hadamard basis, or unknown options.

    Example:

    >>> import keras
    >>> from keras_tpr.layers import ATPLCell
    >>> cell = ATPLCell(dim=4, units=6, feature_dim=5)
    >>> words = keras.random.normal((2, 3, 4))
    >>> start = cell.get_initial_state(2)
    >>> start[5] = keras.random.normal((2, 5))
    >>> rnn = keras.layers.RNN(cell, return_sequences=True)
    >>> tuple(rnn(words, initial_state=start).shape)
    (2, 3, 4)

    Reference:
        Huang et al., Attentive Tensor Product Learning, AAAI 2019, section 3.3.
    """

    def __init__(
        self,
        dim=32,
        units=512,
        feature_dim=2048,
        num_tags=None,
        tag_factors=512,
        lstm_inputs=("word",),
        tpr_scale=None,
        role_basis="hadamard",
        seed=None,
        feature_attention=None,
        role_attention=None,
        kernel_initializer="uniform",
        recurrent_initializer="uniform",
        attention_initializer="glorot_uniform",
        **kwargs,
    ):
        super().__init__(**kwargs)
        _check_options(units, feature_dim, lstm_inputs, tpr_scale)
        self.dim = dim
        self.units = units
        self.feature_dim = feature_dim
        self.num_tags = num_tags
        self.tag_factors = tag_factors
        self.lstm_inputs = tuple(lstm_inputs)
        self.tpr_scale = tpr_scale
        self.kernel_initializer = keras.initializers.get(kernel_initializer)
        self.recurrent_initializer = keras.initializers.get(
            recurrent_initializer
        )
        self.attention_initializer = keras.initializers.get(
            attention_initializer
        )
        self.lstm = self._make_lstm()
        self.feature_attention = self._attention(
            feature_attention, feature_dim, "feature_attention"
        )
        self.role_attention = self._attention(
            role_attention, dim, "role_attention"
        )
        self.reader = keras.layers.Dense(
            dim * dim,
            activation="tanh",
            kernel_initializer=self.attention_initializer.clone(),
            name="reader",
            dtype=self.dtype_policy,
        )
        self.roles = HadamardRoles(
            dim, role_basis, seed=seed, name="roles", dtype=self.dtype_policy
        )
        self.unbind = TPRUnbind(name="unbind", dtype=self.dtype_policy)
        self._given_attentions = (feature_attention, role_attention)

        sizes = {
            "filler": dim,
            "role": dim,
            "h": units,
            "c": units,
            "tpr": dim * dim,
            "features": feature_dim,
        }
        if tpr_scale == "length":
            sizes["steps"] = 1
        if num_tags is not None:
            sizes["tags"] = self.lstm.state_size[2]
        self.state_names = tuple(sizes)
        self.state_size = list(sizes.values())
        self.output_size = dim

    def build(self, input_shape):
        if input_shape[-1] not in (self.dim, 2 * self.dim):
            raise ValueError(
                f"The input must have size `dim`={self.dim}, or twice that. "
                f"Received shape {tuple(input_shape)}."
            )
        dim, batch = self.dim, input_shape[0]
        widths = {"word": dim, "tpr": dim * dim, "filler": dim}
        self.lstm.build((batch, sum(widths[n] for n in self.lstm_inputs)))
        h_shape, tpr_shape = (batch, self.units), (batch, dim, dim)
        for attention in (self.feature_attention, self.role_attention):
            # One that was given may be shared, or come from a file.
            if not attention.built:
                attention.build(h_shape, tpr_shape)
        self.reader.build((batch, self.feature_dim))
        self.roles.build((batch, dim))
        self.unbind.build([tpr_shape, (batch, dim)])

    def call(self, inputs, states):
        state = dict(zip(self.state_names, states, strict=True))
        bound, read = inputs[:, : self.dim], inputs[:, -self.dim :]
        # S~ <- S~ + e u^T, row-major. (`+=` would change a torch tensor that
        # the gradient still needs.)
        product = ops.expand_dims(bound, 2) * ops.expand_dims(state["role"], 1)
        product = ops.reshape(product, (-1, self.dim * self.dim))
        state["tpr"] = state["tpr"] + product
        sources = {
            "word": read,
            "tpr": state["tpr"],
            "filler": state["filler"],
        }
        self._advance_lstm(
            ops.concatenate([sources[n] for n in self.lstm_inputs], -1), state
        )
        length = None
        if "steps" in state:
            # The first step reads v, not a word.
            length = state["steps"]
            state["steps"] = length + 1.0
        emitted = self.emit(
            state["h"],
            ops.reshape(state["tpr"], (-1, self.dim, self.dim)),
            state["features"],
            length=length,
        )
        state["filler"], state["role"] = emitted["f"], emitted["u"]
        return emitted["f"], [state[name] for name in self.state_names]

    def emit(self, h, tpr, features, length=None, u=None, a_u=None):
        """The emitting half of the step, on any leading axes.

        Args:
            h: `(..., units)`.
            tpr: `S~`, `(..., dim, dim)`.
            features: `v` or dropped-out copies of it, `(..., feature_dim)`.
            length: number of words so far `(..., 1)`, for `tpr_scale`.
            u, a_u: unbinding vectors and their attention, where they are
                known already.

        Returns:
            A dict of `f`, `u`, `a_u`, `a_v`, `q` and `S`.
        """
        tpr = self.scale_tpr(tpr, length)
        a_v = self.feature_attention(h, tpr)
        q = features * a_v
        flat = self.reader(q)
        decoded = ops.reshape(flat, (*ops.shape(flat)[:-1], self.dim, self.dim))
        if u is None:
            a_u = self.role_attention(h, tpr)
            u = self.roles(a_u)
        f = self.unbind([decoded, u])
        return {"f": f, "u": u, "a_u": a_u, "a_v": a_v, "q": q, "S": decoded}

    def scale_tpr(self, tpr, length):
        """`S~` as the attention sees it, given the number of words in it."""
        if self.tpr_scale is None:
            return tpr
        length = ops.maximum(ops.cast(length, tpr.dtype), 1.0)
        return tpr / ops.expand_dims(length, -1)

    def project_tags(self, tags):
        """The constant last state of a cell with tags `(B, num_tags)`."""
        return self.lstm.project_tags(tags)

    def get_initial_state(self, batch_size=None):
        return [
            ops.zeros((batch_size, size), dtype=self.compute_dtype)
            for size in self.state_size
        ]

    def compute_output_shape(self, input_shape, states_shape=None):
        batch = input_shape[0]
        return (batch, self.dim), [(batch, n) for n in self.state_size]

    def get_config(self):
        serialize = keras.saving.serialize_keras_object
        feature_attention, role_attention = self._given_attentions
        return {
            **super().get_config(),
            "dim": self.dim,
            "units": self.units,
            "feature_dim": self.feature_dim,
            "num_tags": self.num_tags,
            "tag_factors": self.tag_factors,
            "lstm_inputs": self.lstm_inputs,
            "tpr_scale": self.tpr_scale,
            "role_basis": self.roles.role_basis,
            "seed": self.roles.seed,
            "feature_attention": feature_attention
            and serialize(feature_attention),
            "role_attention": role_attention and serialize(role_attention),
            "kernel_initializer": serialize(self.kernel_initializer),
            "recurrent_initializer": serialize(self.recurrent_initializer),
            "attention_initializer": serialize(self.attention_initializer),
        }

    @classmethod
    def from_config(cls, config):
        config = dict(config)
        for name in ("feature_attention", "role_attention"):
            if config.get(name):
                config[name] = keras.saving.deserialize_keras_object(
                    config[name]
                )
        return super().from_config(config)

    def _make_lstm(self):
        shared = {
            "kernel_initializer": self.kernel_initializer.clone(),
            "recurrent_initializer": self.recurrent_initializer.clone(),
            "name": "lstm",
            "dtype": self.dtype_policy,
        }
        if self.num_tags is not None:
            return SCNLSTMCell(
                self.units, self.num_tags, self.tag_factors, **shared
            )
        return keras.layers.LSTMCell(
            self.units, unit_forget_bias=False, **shared
        )

    def _attention(self, given, units, name):
        if given is None:
            return TPRAttention(
                units,
                kernel_initializer=self.attention_initializer.clone(),
                name=name,
                dtype=self.dtype_policy,
            )
        if not isinstance(given, TPRAttention) or given.units != units:
            raise ValueError(
                f"`{name}` must be a TPRAttention of {units} units. Received: "
                f"{given!r}"
                + (
                    f" of {given.units} units."
                    if isinstance(given, TPRAttention)
                    else "."
                )
            )
        return given

    def _advance_lstm(self, inputs, state):
        names = ["h", "c"] + ["tags"] * (self.num_tags is not None)
        _, new = self.lstm(inputs, [state[name] for name in names])
        state["h"], state["c"] = new[0], new[1]


def _check_options(units, feature_dim, lstm_inputs, tpr_scale):
    for name, value in (("units", units), ("feature_dim", feature_dim)):
        if not isinstance(value, int) or value < 1:
            raise ValueError(
                f"`{name}` must be a positive integer. Received: "
                f"{name}={value!r}."
            )
    if (
        isinstance(lstm_inputs, str)
        or not lstm_inputs
        or (set(lstm_inputs) - set(LSTM_INPUTS))
    ):
        raise ValueError(
            f"`lstm_inputs` must be a tuple of some of {LSTM_INPUTS}. "
            f"Received: {lstm_inputs!r}."
        )
    if tpr_scale not in TPR_SCALES:
        raise ValueError(
            f"`tpr_scale` must be one of {TPR_SCALES}. Received: {tpr_scale!r}."
        )
