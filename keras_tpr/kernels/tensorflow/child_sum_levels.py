"""The inner nodes of Child-Sum Tree-LSTMs, level by level."""

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


def child_sum_levels(
    leaf_h,
    leaf_c,
    terms,
    f_terms,
    kernel,
    f_kernel,
    schedule,
    return_c,
    training,
):
    """States of all nodes with children, given those of the leaves.

    In training the gradient of each weight is one product over the nodes of
    all levels.

    Args:
        leaf_h, leaf_c: states of the leaves, `(L, units)`.
        terms: what the gates i, c, o get beside the sum of the children's
            states, `(I, 3 units)`; without output gate `(I, 2 units)`.
        f_terms: what the forget gates of a node's children get beside their
            states, `(I, units)`.
        kernel: `(units, 3 units)`, gates i, c, o, or `(units, 2 units)`.
        f_kernel: `(units, units)`.
        schedule: the dict of `level_schedule`, as tensors.
        return_c: whether `c` is returned as well.
        training: whether a gradient is to be expected.

    Returns:
        A list of `h` and perhaps `c`, `(I, units)`, in the schedule's order.
    """

    def forward(leaf_h, leaf_c, terms, f_terms, kernel, f_kernel):
        levels = _ChildSumLevels(schedule, kernel, f_kernel)
        steps = levels.forward(
            leaf_h, leaf_c, terms, f_terms, return_c, training
        )
        names = ("h", "c") if return_c else ("h",)
        return levels, steps, [steps[name].concat() for name in names]

    @tf.custom_gradient
    def run(*arguments):
        levels, steps, states = forward(*arguments)

        def gradient(*d_states):
            d = levels.backward(d_states, steps)
            return (
                levels.with_root_leaves(d["leaf_h"]),
                levels.with_root_leaves(d["leaf_c"]),
                d["z"],
                levels.sum_of_children(d["z_f"]),
                tf.matmul(steps["sum_h"].concat(), d["z"], transpose_a=True),
                tf.matmul(
                    steps["child_h"].concat(), d["z_f"], transpose_a=True
                ),
            )

        return states, gradient

    arguments = leaf_h, leaf_c, terms, f_terms, kernel, f_kernel
    return run(*arguments) if training else forward(*arguments)[-1]


class _ChildSumLevels:
    """Both loops over the levels.

    What a level computes is kept under these names: `h`, `c`; `child_h`,
    `child_c` and `f`, with a row for each child; `sum_h`, the sum over those
    of a node; `i`, `u`, `tanh_c`, `o`.
    """

    def __init__(self, schedule, kernel, f_kernel):
        self.kernel, self.f_kernel = kernel, f_kernel
        self.units = kernel.shape[0]
        self.output_gate = kernel.shape[1] == 3 * self.units
        self.sizes = schedule["inner_sizes"]
        self.leaf_sizes = schedule["leaf_sizes"]
        self.levels = tf.size(self.sizes)
        # The children of a level: inner nodes, leaves, and both.
        self.inner_below = tf.concat([[0], self.sizes], 0)[:-1]
        self.leaves_below = self.leaf_sizes[:-1]
        self.below = self.inner_below + self.leaves_below
        self.parents = schedule["parents"]

    def forward(self, leaf_h, leaf_c, terms, f_terms, return_c, training):
        """A dict of arrays with what the levels computed."""
        leaf_h = split_levels(leaf_h, self.leaf_sizes)
        leaf_c = split_levels(leaf_c, self.leaf_sizes)
        terms = split_levels(terms, self.sizes)
        f_terms = split_levels(f_terms, self.sizes)
        parents = split_levels(self.parents, self.below)

        def step(n, h, c, steps):
            child_h = tf.concat([h, leaf_h.read(n)], 0)
            child_c = tf.concat([c, leaf_c.read(n)], 0)
            parent, size = parents.read(n), tf.gather(self.sizes, n)
            sum_h = tf.math.unsorted_segment_sum(child_h, parent, size)
            z = tf.matmul(sum_h, self.kernel) + terms.read(n)
            z_f = tf.matmul(child_h, self.f_kernel)
            f = tf.sigmoid(z_f + tf.gather(f_terms.read(n), parent))
            kept_c = tf.math.unsorted_segment_sum(f * child_c, parent, size)
            values = self._states(z, kept_c)
            values |= {"child_h": child_h, "child_c": child_c, "f": f}
            values["sum_h"] = sum_h
            h, c = values["h"], values["c"]
            return n + 1, h, c, write_level(steps, n, values)

        start = any_number_of_rows(tf.zeros((0, self.units), self.kernel.dtype))
        names = self._kept(return_c, training)
        steps = self._arrays(dict.fromkeys(names, self.units))
        *_, steps = tf.while_loop(
            lambda n, *_: n < self.levels,
            step,
            (tf.constant(0), start, start, steps),
        )
        return steps

    def backward(self, d_states, steps):
        """Gradients of the gates before activation, and of the leaves."""
        d_states = [split_levels(d_state, self.sizes) for d_state in d_states]
        parents = split_levels(self.parents, self.below)
        parts = tf.stack([self.inner_below, self.leaves_below], axis=1)
        # Once, as products with transposed kernels at each level are slower.
        kernel = tf.transpose(self.kernel)
        f_kernel = tf.transpose(self.f_kernel)
        others = ("h", "c", "child_h", "sum_h")
        names = [name for name in steps if name not in others]

        def step(n, d_h, d_c, d_steps):
            d_h = d_h + d_states[0].read(n)
            if len(d_states) > 1:
                d_c = d_c + d_states[1].read(n)
            values = {name: steps[name].read(n) for name in names}
            d_z, d_c = self._state_gradients(d_h, d_c, values)
            parent = parents.read(n)
            d_kept_c = tf.gather(d_c, parent)
            d_z_f = sigmoid_gradient(values["f"], d_kept_c * values["child_c"])
            d_child_h = tf.gather(tf.matmul(d_z, kernel), parent)
            d_child_h = d_child_h + tf.matmul(d_z_f, f_kernel)
            sizes = tf.gather(parts, n)
            d_h, d_leaf_h = tf.split(d_child_h, sizes)
            d_c, d_leaf_c = tf.split(d_kept_c * values["f"], sizes)
            d_values = {"z": d_z, "z_f": d_z_f}
            d_values |= {"leaf_h": d_leaf_h, "leaf_c": d_leaf_c}
            return n - 1, d_h, d_c, write_level(d_steps, n, d_values)

        units = self.units
        # One row serves all roots, which have no parent.
        start = any_number_of_rows(tf.zeros((1, units), kernel.dtype))
        widths = {"z": kernel.shape[0], "z_f": units}
        d_steps = self._arrays({**widths, "leaf_h": units, "leaf_c": units})
        *_, d_steps = tf.while_loop(
            lambda n, *_: n >= 0,
            step,
            (self.levels - 1, start, start, d_steps),
        )
        return {name: array.concat() for name, array in d_steps.items()}

    def with_root_leaves(self, rows):
        """Rows of leaves, and zeros for those, the last, that are roots."""
        return tf.pad(rows, [[0, self.leaf_sizes[-1]], [0, 0]])

    def sum_of_children(self, rows):
        """Rows of the children of all levels, added for each inner node."""
        first = tf.cumsum(self.sizes, exclusive=True)
        parents = self.parents + tf.repeat(first, self.below)
        total = tf.reduce_sum(self.sizes)
        return tf.math.unsorted_segment_sum(rows, parents, total)

    def _states(self, z, kept_c):
        """The states of a level from its gates before activation."""
        z_i, z_u, *z_o = tf.split(z, 2 + self.output_gate, axis=1)
        i, u = tf.sigmoid(z_i), tf.tanh(z_u)
        c = i * u + kept_c
        h = tanh_c = tf.tanh(c)
        values = {"i": i, "u": u, "tanh_c": tanh_c}
        if z_o:
            values["o"] = tf.sigmoid(z_o[0])
            h = values["o"] * tanh_c
        return {"h": h, "c": c, **values}

    def _state_gradients(self, d_h, d_c, values):
        """Of the gates i, c, o before activation, and of c."""
        i, u, tanh_c = values["i"], values["u"], values["tanh_c"]
        d_z_o, d_tanh_c = [], d_h
        if self.output_gate:
            d_z_o = [sigmoid_gradient(values["o"], d_h * tanh_c)]
            d_tanh_c = d_h * values["o"]
        d_c = d_c + tanh_gradient(tanh_c, d_tanh_c)
        d_z_i, d_z_u = sigmoid_gradient(i, d_c * u), tanh_gradient(u, d_c * i)
        return tf.concat([d_z_i, d_z_u, *d_z_o], 1), d_c

    def _kept(self, return_c, training):
        """Names of what is needed of each level."""
        names = ["h"] + ["c"] * return_c
        if training:
            names += ["child_h", "child_c", "sum_h", "i", "f", "u", "tanh_c"]
        if training and self.output_gate:
            names.append("o")
        return names

    def _arrays(self, widths):
        return level_arrays(self.levels, widths, self.kernel.dtype)
