"""The Tree-LSTM cell: the state of a node from those of its children."""

import keras
from keras import ops

KINDS = ("child_sum", "nary")
LEAF_MODES = ("gated", "linear")
FORGET_COUPLINGS = ("full", "diagonal")


@keras.saving.register_keras_serializable(package="keras_tpr")
class TreeLSTMCell(keras.layers.Layer):
    """One node of a Tree-LSTM.

    With `kind="child_sum"` a node has any number of children, whose order does
    not matter: the gates see the sum of their states, and there is one forget
    gate for each child `k`, computed from that child's own state.

        h~   = sum_k h_k
        i    = sig(x W_i + h~ U_i + b_i)
        f_k  = sig(x W_f + h_k U_f + b_f)
        o    = sig(x W_o + h~ U_o + b_o)
        u    = tanh(x W_u + h~ U_u + b_u)
        c    = i * u + sum_k f_k * c_k
        h    = o * tanh(c)

    With `kind="nary"` it has up to `arity` children in slots `l`, each with
    weights of its own: `sum_l h_l U_i[l]` stands in place of `h~ U_i`, also for
    `o` and `u`, and `sum_l h_l U_f[k, l]` in place of `h_k U_f`. An empty slot
    counts as a child with zero states.

    To try other equations, override `call`, and return `(h, c)`, both of size
    `units`. `TreeLSTM` then runs yours.

    Args:
        units: size of `h` and `c`.
        kind: `"child_sum"` or `"nary"`.
        arity: number of slots, with `kind="nary"`.
        output_gate: whether there is `o`; without it `h = tanh(c)`, as in the
            published models of relatedness.
        leaf_mode: `"gated"`, the equations above for every node; or
            `"linear"`, as in the published constituency models, for N-ary
            trees with words at their leaves only: a leaf has
            `c = x W_c + b_c` and `o = sig(x W_o + b_o)`, and the gates of other
            nodes have no `x` and a bias for each forget gate.
        forget_coupling: of N-ary cells: `"full"`, or `"diagonal"`, where the
            forget gate of a slot depends on that slot's child only.
        unit_forget_bias: whether the forget gates' bias starts at 1.
        kernel_initializer: initialiser of `kernel` or `leaf_kernel`.
        recurrent_initializer: initialiser of `recurrent_kernel` and
            `recurrent_forget_kernel`.
        bias_initializer: initialiser of the biases.
        kernel_regularizer, recurrent_regularizer, bias_regularizer:
            regularisers of the same groups.
        kernel_constraint, recurrent_constraint, bias_constraint: constraints
            of the same groups.

    Call arguments:
        x: inputs of the nodes, `(..., X)`; with linear leaves only those of
            leaves matter.
        child_h, child_c: states of the children, `(..., K, units)`.
        child_mask: boolean `(..., K)`, which children there are. A node
            without any is a leaf.

    Shapes:
        `(h, c)`, both `(..., units)`. With `g = units` and the gates in the
        order i, f, c (`u` above), o on the last axis, the weights are
        `kernel` `(X, 4 g)`, `recurrent_kernel` `(g, 4 g)`, `bias` `(4 g,)`.
        N-ary cells have `recurrent_kernel` `(K g, (3 + K) g)` with the gates
        i, f_1 ... f_K, c, o and the slots on the rows; the forget gates share
        `W_f` and `b_f`. With `"diagonal"` it is `(K g, 3 g)`, without f, beside
        `recurrent_forget_kernel` `(K, g, g)`. With linear leaves there are
        `leaf_kernel` `(X, 2 g)` and `leaf_bias` `(2 g,)`, in the order c, o,
        instead of `kernel`, and `bias` has `(3 + K) g` elements. Without output
        gate all lack the columns of o.

    Masking:
        States of children that are not there do nothing, whatever they are.

    Mixed precision:
        `c` is kept in float32, also where `h` is computed in 16 bits.

    Raises:
        ValueError: for options that are unknown or do not fit together, or
            more or fewer children than the cell has slots.

    Example:

    >>> import keras
    >>> from keras_tpr.layers import TreeLSTMCell
    >>> cell = TreeLSTMCell(6, kind="nary", arity=2)
    >>> x, child = keras.random.normal((5, 3)), keras.random.normal((5, 2, 6))
    >>> both = keras.ops.ones((5, 2), dtype="bool")
    >>> h, c = cell(x, child, child, both)
    >>> tuple(h.shape)
    (5, 6)

    Reference:
        Tai et al., Improved Semantic Representations From Tree-Structured Long
        Short-Term Memory Networks, ACL 2015, equations 2-8 and 9-14.
    """

    def __init__(
        self,
        units,
        kind="child_sum",
        arity=None,
        output_gate=True,
        leaf_mode="gated",
        forget_coupling="full",
        unit_forget_bias=False,
        kernel_initializer="glorot_uniform",
        recurrent_initializer="orthogonal",
        bias_initializer="zeros",
        kernel_regularizer=None,
        recurrent_regularizer=None,
        bias_regularizer=None,
        kernel_constraint=None,
        recurrent_constraint=None,
        bias_constraint=None,
        **kwargs,
    ):
        # `c` stays in float32, so that inputs are cast one by one, below.
        super().__init__(autocast=False, **kwargs)
        _check_options(units, kind, arity, leaf_mode, forget_coupling)
        self.units = units
        self.kind = kind
        self.arity = arity
        self.output_gate = output_gate
        self.leaf_mode = leaf_mode
        self.forget_coupling = forget_coupling
        self.unit_forget_bias = unit_forget_bias
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
        self.kernel_constraint = keras.constraints.get(kernel_constraint)
        self.recurrent_constraint = keras.constraints.get(recurrent_constraint)
        self.bias_constraint = keras.constraints.get(bias_constraint)

    def build(
        self,
        x_shape,
        child_h_shape=None,
        child_c_shape=None,
        child_mask_shape=None,
    ):
        if child_h_shape is not None:
            self.check_children(child_h_shape)
        size, slots = x_shape[-1], self.arity or 1
        # i, c and o, the latter if there is one.
        others = 2 + self.output_gate
        if self.leaf_mode == "linear":
            self.leaf_kernel = self._add("leaf_kernel", (size, others - 1))
            self.leaf_bias = self._add("leaf_bias", (others - 1,))
        else:
            self.kernel = self._add("kernel", (size, 1 + others))
        columns = others
        if self.forget_coupling == "full":
            columns += slots
        self.recurrent_kernel = self._add(
            "recurrent_kernel", (slots * self.units, columns)
        )
        if self.forget_coupling == "diagonal":
            self.recurrent_forget_kernel = self._add(
                "recurrent_forget_kernel", (slots, self.units, 1)
            )
        forget_gates = slots if self.leaf_mode == "linear" else 1
        self.bias = self._add(
            "bias", (forget_gates + others,), self._initialize_bias
        )

    def call(self, x, child_h, child_c, child_mask):
        child_mask = ops.cast(child_mask, "bool")
        present = ops.expand_dims(child_mask, -1)
        child_h = ops.cast(child_h, self.compute_dtype)
        child_h = ops.where(present, child_h, 0.0)
        child_c = ops.cast(child_c, self.cell_state_dtype)
        child_c = ops.where(present, child_c, 0.0)
        x = ops.cast(x, self.compute_dtype)
        if self.leaf_mode == "gated":
            terms = self._project(x, self.kernel) + self._cast(self.bias)
            i, f, u, o = self._gates(terms, child_h)
            return self._states(i, f, u, o, child_c)
        i, f, u, o = self._gates(self._cast(self.bias), child_h)
        h, c = self._states(i, f, u, o, child_c)
        leaf_h, leaf_c = self._linear_leaf(x)
        is_leaf = ops.logical_not(ops.any(present, axis=-2))
        return ops.where(is_leaf, leaf_h, h), ops.where(is_leaf, leaf_c, c)

    def check_children(self, shape):
        """Refuses states of children `(..., K, units)` of another arity."""
        if self.kind == "nary" and shape[-2] != self.arity:
            raise ValueError(
                f"The cell has {self.arity} slots for children "
                f"(`arity={self.arity}`). Received `child_h` of shape "
                f"{tuple(shape)}, which has {shape[-2]}. Give the cell the "
                "arity of the trees, and `TreeBatch.from_trees` the cell's."
            )

    @property
    def cell_state_dtype(self):
        """The dtype of `c`: float32, or the cell's own if that is wider."""
        if self.compute_dtype == "float64":
            return "float64"
        return "float32"

    @property
    def is_standard(self):
        """Whether the cell computes the equations above."""
        return type(self).call is TreeLSTMCell.call

    def compute_output_shape(
        self,
        x_shape,
        child_h_shape=None,
        child_c_shape=None,
        child_mask_shape=None,
    ):
        shape = (*x_shape[:-1], self.units)
        return shape, shape

    def compute_output_spec(self, x, child_h, child_c, child_mask):
        shape, _ = self.compute_output_shape(x.shape)
        return (
            keras.KerasTensor(shape, dtype=self.compute_dtype),
            keras.KerasTensor(shape, dtype=self.cell_state_dtype),
        )

    def get_config(self):
        serialize = keras.saving.serialize_keras_object
        functions = {
            f"{group}_{kind}": serialize(getattr(self, f"{group}_{kind}"))
            for kind in ("initializer", "regularizer", "constraint")
            for group in ("kernel", "recurrent", "bias")
        }
        return {
            **super().get_config(),
            "units": self.units,
            "kind": self.kind,
            "arity": self.arity,
            "output_gate": self.output_gate,
            "leaf_mode": self.leaf_mode,
            "forget_coupling": self.forget_coupling,
            "unit_forget_bias": self.unit_forget_bias,
            **functions,
        }

    def _gates(self, terms, child_h):
        """Gates from the terms that do not depend on the children.

        The terms are i, f, c, o with f once for all slots (`kernel`), or, with
        linear leaves, once for each. `f` has an axis of the children.
        """
        gates = 2 + self.output_gate
        terms_i, terms_f, terms_rest = ops.split(
            terms,
            [self.units, terms.shape[-1] - (gates - 1) * self.units],
            axis=-1,
        )
        if self.kind == "child_sum":
            z_i, z_f, z_rest = self._child_sum_terms(child_h)
        else:
            z_i, z_f, z_rest = self._nary_terms(child_h)
        # One f for all slots, or K of them: (..., n g) -> (..., n, g).
        terms_f = ops.reshape(
            terms_f, (*ops.shape(terms_f)[:-1], -1, self.units)
        )
        rest = terms_rest + z_rest
        u, o = rest[..., : self.units], None
        if self.output_gate:
            o = ops.sigmoid(rest[..., self.units :])
        return (
            ops.sigmoid(terms_i + z_i),
            ops.sigmoid(terms_f + z_f),
            ops.tanh(u),
            o,
        )

    def _child_sum_terms(self, child_h):
        units = self.units
        kernel = self._cast(self.recurrent_kernel)
        total = ops.sum(child_h, axis=-2)
        return (
            ops.matmul(total, kernel[:, :units]),
            ops.matmul(child_h, kernel[:, units : 2 * units]),
            ops.matmul(total, kernel[:, 2 * units :]),
        )

    def _nary_terms(self, child_h):
        units, slots = self.units, self.arity
        kernel = self._cast(self.recurrent_kernel)
        leading = ops.shape(child_h)[:-2]
        flat = ops.reshape(child_h, (*leading, slots * units))
        z = ops.matmul(flat, kernel)
        if self.forget_coupling == "diagonal":
            by_slot = self._cast(self.recurrent_forget_kernel)
            z_f = ops.einsum("...kh,khg->...kg", child_h, by_slot)
            return z[..., :units], z_f, z[..., units:]
        rest = (1 + slots) * units
        z_f = ops.reshape(z[..., units:rest], (*leading, slots, units))
        return z[..., :units], z_f, z[..., rest:]

    def _states(self, i, f, u, o, child_c):
        wide = self.cell_state_dtype
        c = ops.cast(i, wide) * ops.cast(u, wide)
        c = c + ops.sum(ops.cast(f, wide) * child_c, axis=-2)
        return self._output(c, o), c

    def _linear_leaf(self, x):
        z = self._project(x, self.leaf_kernel) + self._cast(self.leaf_bias)
        c = ops.cast(z[..., : self.units], self.cell_state_dtype)
        o = ops.sigmoid(z[..., self.units :]) if self.output_gate else None
        return self._output(c, o), c

    def _output(self, c, o):
        h = ops.cast(ops.tanh(c), self.compute_dtype)
        return h if o is None else o * h

    def _project(self, x, kernel):
        return ops.matmul(x, self._cast(kernel))

    def _cast(self, weight):
        return ops.cast(weight, self.compute_dtype)

    def _add(self, name, shape, initializer=None):
        """A weight whose last axis has so many blocks of `units` columns."""
        group = "kernel"
        if "bias" in name:
            group = "bias"
        elif "recurrent" in name:
            group = "recurrent"
        return self.add_weight(
            shape=(*shape[:-1], shape[-1] * self.units),
            name=name,
            initializer=initializer or getattr(self, f"{group}_initializer"),
            regularizer=getattr(self, f"{group}_regularizer"),
            constraint=getattr(self, f"{group}_constraint"),
        )

    def _initialize_bias(self, shape, dtype=None):
        values = self.bias_initializer(shape, dtype=dtype)
        if not self.unit_forget_bias:
            return values
        # In the order i, f or all f, c, o.
        end = shape[0] - (1 + self.output_gate) * self.units
        ones = ops.ones((end - self.units,), dtype=dtype)
        return ops.concatenate([values[: self.units], ones, values[end:]])


def _check_options(units, kind, arity, leaf_mode, forget_coupling):
    _check_size("units", units)
    for name, value, known in (
        ("kind", kind, KINDS),
        ("leaf_mode", leaf_mode, LEAF_MODES),
        ("forget_coupling", forget_coupling, FORGET_COUPLINGS),
    ):
        if value not in known:
            raise ValueError(
                f"`{name}` must be one of {known}. Received: {name}={value!r}."
            )
    if kind == "nary":
        _check_size("arity", arity)
        return
    for name, value, default in (
        ("arity", arity, None),
        ("leaf_mode", leaf_mode, "gated"),
        ("forget_coupling", forget_coupling, "full"),
    ):
        if value != default:
            raise ValueError(
                f"`{name}` is of N-ary cells; a child-sum cell takes any "
                f"number of children. Received: {name}={value!r}. Leave it "
                'out, or use `kind="nary"`.'
            )


def _check_size(name, value):
    if not isinstance(value, int) or value < 1:
        raise ValueError(
            f"`{name}` must be a positive integer. Received: {name}={value!r}."
        )
