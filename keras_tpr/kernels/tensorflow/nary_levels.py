"""The inner nodes of N-ary Tree-LSTMs, level by level."""

import tensorflow as tf

from keras_tpr.kernels.tensorflow.gate_gradients import (
    sigmoid_gradient,
    tanh_gradient,
)
from keras_tpr.kernels.tensorflow.ragged_levels import (
    any_number_of_rows,
    level_arrays,
    split_levels,
    write_level,
)


def nary_levels(leaf_h, leaf_c, terms, kernel, schedule, return_c, training):
    """States of all nodes with children, given those of the leaves.

    In training the gradient is pulled to the children by gathers, and that of
    the weights is one product over the nodes of all levels.

    Args:
        leaf_h, leaf_c: states of the leaves, `(L, units)`.
        terms: what the gates get beside the children's states, with an f for
            each slot: `((3 + K) units,)` for all nodes, or with an axis of the
            nodes before.
        kernel: `(K units, (3 + K) units)`, gates i, f_1 ... f_K, c, o; without
            output gate `(K units, (2 + K) units)`.
        schedule: the dict of `level_schedule`, as tensors.
        return_c: whether `c` is returned as well.
        training: whether a gradient is to be expected.

    Returns:
        A list of `h` and perhaps `c`, `(I, units)`, in the schedule's order.
    """

    def forward(leaf_h, leaf_c, terms, kernel):
        levels = _NaryLevels(schedule, kernel, leaf_h.shape[-1])
        steps = levels.forward(leaf_h, leaf_c, terms, return_c, training)
        names = ("h", "c") if return_c else ("h",)
        return levels, steps, [steps[name].concat() for name in names]

    @tf.custom_gradient
    def run(leaf_h, leaf_c, terms, kernel):
        levels, steps, states = forward(leaf_h, leaf_c, terms, kernel)

        def gradient(*d_states):
            d = levels.backward(d_states, steps)
            d_terms = d["z"]
            if len(terms.shape) == 1:
                d_terms = tf.reduce_sum(d_terms, axis=0)
            return (
                levels.rows_of_leaves(d["child_h"]),
                levels.rows_of_leaves(d["child_c"]),
                d_terms,
                tf.matmul(steps["child_h"].concat(), d["z"], transpose_a=True),
            )

        return states, gradient

    if training:
        return run(leaf_h, leaf_c, terms, kernel)
    return forward(leaf_h, leaf_c, terms, kernel)[-1]


class _NaryLevels:
    """Both loops over the levels.

    What a level computes is kept under these names: `h`, `c`; `child_h`;
    `gates`, i and all f, and `gated`, what they are multiplied with, u and the
    children's c; `u`, `tanh_c`, `o`.
    """

    def __init__(self, schedule, kernel, units):
        self.schedule, self.kernel, self.units = schedule, kernel, units
        self.slots = kernel.shape[0] // units
        self.output_gate = kernel.shape[1] == (3 + self.slots) * units
        self.sizes = schedule["inner_sizes"]
        self.levels = tf.size(self.sizes)

    def forward(self, leaf_h, leaf_c, terms, return_c, training):
        """A dict of arrays with what the levels computed."""
        sizes, leaf_sizes = self.sizes, self.schedule["leaf_sizes"]
        rows = split_levels(self.schedule["child_rows"], sizes * self.slots)
        leaf_h = split_levels(leaf_h, leaf_sizes)
        leaf_c = split_levels(leaf_c, leaf_sizes)
        shared_terms = len(terms.shape) == 1
        if not shared_terms:
            terms = split_levels(terms, sizes)

        def step(n, h, c, steps):
            child_h = self._children(h, leaf_h.read(n), rows.read(n))
            child_c = self._children(c, leaf_c.read(n), rows.read(n))
            z = tf.matmul(child_h, self.kernel)
            z = tf.nn.bias_add(z, terms) if shared_terms else z + terms.read(n)
            values = {"child_h": child_h, **self._states(z, child_c)}
            h, c = values["h"], values["c"]
            return n + 1, h, c, write_level(steps, n, values)

        start = any_number_of_rows(tf.zeros((0, self.units), self.kernel.dtype))
        steps = self._arrays(self._kept(return_c, training))
        *_, steps = tf.while_loop(
            lambda n, *_: n < self.levels,
            step,
            (tf.constant(0), start, start, steps),
        )
        return steps

    def backward(self, d_states, steps):
        """Gradients of the gates before activation, and of all slots."""
        below = tf.concat([[0], self.sizes], 0)[:-1]
        inner_slots = split_levels(self.schedule["inner_slots"], below)
        d_states = [split_levels(d_state, self.sizes) for d_state in d_states]
        # Once, as a product with a transposed kernel at each level is slower.
        kernel = tf.transpose(self.kernel)
        others = ("h", "c", "child_h")
        names = [name for name in steps if name not in others]

        def step(n, d_h, d_c, d_steps):
            d_h = d_h + d_states[0].read(n)
            if len(d_states) > 1:
                d_c = d_c + d_states[1].read(n)
            values = {name: steps[name].read(n) for name in names}
            d_z, d_child_c = self._state_gradients(d_h, d_c, values)
            d_values = {
                "z": d_z,
                "child_h": self._by_slot(tf.matmul(d_z, kernel)),
                "child_c": self._by_slot(d_child_c),
            }
            at = inner_slots.read(n)
            d_h = tf.gather(d_values["child_h"], at)
            d_c = tf.gather(d_values["child_c"], at)
            return n - 1, d_h, d_c, write_level(d_steps, n, d_values)

        # One row serves all roots, which have no parent.
        start = any_number_of_rows(tf.zeros((1, self.units), kernel.dtype))
        gates = kernel.shape[0] // self.units
        d_steps = self._arrays({"z": gates, "child_h": 1, "child_c": 1})
        *_, d_steps = tf.while_loop(
            lambda n, *_: n >= 0,
            step,
            (self.levels - 1, start, start, d_steps),
        )
        return {name: array.concat() for name, array in d_steps.items()}

    def rows_of_leaves(self, rows):
        """Rows of the leaves, out of those of all slots of all levels."""
        leaf_sizes = self.schedule["leaf_sizes"]
        first = tf.cumsum(self.sizes * self.slots, exclusive=True)
        at = self.schedule["leaf_slots"] + tf.repeat(first, leaf_sizes[:-1])
        # Leaves that are roots come last, and are in no slot.
        return tf.pad(tf.gather(rows, at), [[0, leaf_sizes[-1]], [0, 0]])

    def _children(self, states, leaf_states, rows):
        """The states of the children in all slots, `(I, K units)`."""
        none = tf.zeros((1, self.units), self.kernel.dtype)
        states = tf.gather(tf.concat([none, states, leaf_states], 0), rows)
        return tf.reshape(states, (-1, self.slots * self.units))

    def _states(self, z, child_c):
        """The states of a level from its gates before activation."""
        units, count = self.units, 1 + self.slots
        parts = [count * units, units] + [units] * self.output_gate
        z_if, z_u, *z_o = tf.split(z, parts, axis=1)
        gates, u = tf.sigmoid(z_if), tf.tanh(z_u)
        gated = tf.concat([u, child_c], 1)
        c = tf.add_n(tf.split(gates * gated, count, axis=1))
        h = tanh_c = tf.tanh(c)
        values = {"gates": gates, "gated": gated, "u": u, "tanh_c": tanh_c}
        if z_o:
            values["o"] = tf.sigmoid(z_o[0])
            h = values["o"] * tanh_c
        return {"h": h, "c": c, **values}

    def _state_gradients(self, d_h, d_c, values):
        """Of the gates before activation, and of the children's c."""
        units, gates, tanh_c = self.units, values["gates"], values["tanh_c"]
        d_z_o, d_tanh_c = [], d_h
        if self.output_gate:
            d_z_o = [sigmoid_gradient(values["o"], d_h * tanh_c)]
            d_tanh_c = d_h * values["o"]
        d_c = d_c + tanh_gradient(tanh_c, d_tanh_c)
        d_c = tf.concat([d_c] * (1 + self.slots), 1)
        d_z_if = sigmoid_gradient(gates, d_c * values["gated"])
        d_u, d_child_c = tf.split(
            d_c * gates, [units, self.slots * units], axis=1
        )
        d_z_u = tanh_gradient(values["u"], d_u)
        return tf.concat([d_z_if, d_z_u, *d_z_o], 1), d_child_c

    def _kept(self, return_c, training):
        """Widths, in units, of what is needed of each level."""
        widths = {"h": 1}
        if return_c:
            widths["c"] = 1
        if training:
            count = 1 + self.slots
            widths |= {"child_h": self.slots, "gates": count, "gated": count}
            widths |= {"u": 1, "tanh_c": 1}
        if training and self.output_gate:
            widths["o"] = 1
        return widths

    def _arrays(self, widths):
        return level_arrays(
            self.levels,
            {name: width * self.units for name, width in widths.items()},
            self.kernel.dtype,
        )

    def _by_slot(self, rows):
        """`(I, K units)` as `(I K, units)`."""
        return tf.reshape(rows, (-1, self.units))
