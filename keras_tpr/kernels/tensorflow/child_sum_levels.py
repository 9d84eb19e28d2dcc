"""The inner nodes of Child-Sum Tree-LSTMs, level by level."""

from typing import Any, NamedTuple

import tensorflow as tf

from keras_tpr.kernels.tensorflow.gate_gradients import (
    sigmoid_gradient,
    tanh_gradient,
)
from keras_tpr.kernels.tensorflow.ragged_levels import (
    any_number_of_rows,
    level_array,
    split_levels,
    write_level,
)


def child_sum_levels(
    leaf_h, leaf_c, terms, f_terms, kernel, f_kernel, schedule, return_c
):
    """States of all nodes with children, given those of the leaves.

    The gradient of each weight is one product over the nodes of all levels.

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

    Returns:
        A list of `h` and perhaps `c`, `(I, units)`, in the schedule's order.
    """

    @tf.custom_gradient
    def run(leaf_h, leaf_c, terms, f_terms, kernel, f_kernel):
        levels = _Levels(schedule, kernel, f_kernel)
        steps = levels.forward(leaf_h, leaf_c, terms, f_terms, return_c)
        states = [steps.h.concat()]
        if return_c:
            states.append(steps.c.concat())

        def gradient(*d_states):
            d = levels.backward(d_states, steps)
            root_leaves = [[0, schedule["leaf_sizes"][-1]], [0, 0]]
            return (
                tf.pad(d.leaf_h, root_leaves),
                tf.pad(d.leaf_c, root_leaves),
                d.z,
                levels.sum_of_children(d.z_f),
                tf.matmul(steps.sum_h.concat(), d.z, transpose_a=True),
                tf.matmul(steps.child_h.concat(), d.z_f, transpose_a=True),
            )

        return states, gradient

    return run(leaf_h, leaf_c, terms, f_terms, kernel, f_kernel)


class _Steps(NamedTuple):
    """What the levels computed, arrays with one tensor for each.

    `child_h` and `child_c` have a row for each child, `sum_h` is the sum over
    those of a node. `c` and `o` are empty if they are not needed.
    """

    h: Any
    c: Any
    child_h: Any
    child_c: Any
    sum_h: Any
    i: Any
    f: Any
    u: Any
    tanh_c: Any
    o: Any


class _Gradients(NamedTuple):
    """Gradients of the gates before activation, and of the leaves' states."""

    z: Any
    z_f: Any
    leaf_h: Any
    leaf_c: Any


class _Levels:
    """Both loops over the levels; the children of one are "below"."""

    def __init__(self, schedule, kernel, f_kernel):
        self.kernel, self.f_kernel = kernel, f_kernel
        self.units = kernel.shape[0]
        self.output_gate = kernel.shape[1] == 3 * self.units
        self.sizes = schedule["inner_sizes"]
        self.leaf_sizes = schedule["leaf_sizes"]
        self.levels = tf.size(self.sizes)
        self.inner_below = tf.concat([[0], self.sizes], 0)[:-1]
        self.below = self.inner_below + self.leaf_sizes[:-1]
        self.parents = schedule["parents"]

    def forward(self, leaf_h, leaf_c, terms, f_terms, return_c):
        units, dtype = self.units, self.kernel.dtype
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
            z_i, z_u, *z_o = tf.split(z, z.shape[1] // units, axis=1)
            z_f = tf.matmul(child_h, self.f_kernel)
            z_f = z_f + tf.gather(f_terms.read(n), parent)
            i, f, u = tf.sigmoid(z_i), tf.sigmoid(z_f), tf.tanh(z_u)
            kept = tf.math.unsorted_segment_sum(f * child_c, parent, size)
            c = i * u + kept
            h = tanh_c = tf.tanh(c)
            values = {
                "child_h": child_h, "child_c": child_c, "sum_h": sum_h,
                "i": i, "f": f, "u": u, "tanh_c": tanh_c,
            }  # fmt: skip
            if z_o:
                values["o"] = o = tf.sigmoid(z_o[0])
                h = o * tanh_c
            if return_c:
                values["c"] = c
            return n + 1, h, c, write_level(steps, n, h=h, **values)

        steps = _Steps(*(self._array(units) for _ in _Steps._fields))
        start = any_number_of_rows(tf.zeros((0, units), dtype))
        *_, steps = tf.while_loop(
            lambda n, *_: n < self.levels,
            step,
            (tf.constant(0), start, start, steps),
        )
        return steps

    def backward(self, d_states, steps):
        units, dtype = self.units, self.kernel.dtype
        d_states = [split_levels(d_state, self.sizes) for d_state in d_states]
        parents = split_levels(self.parents, self.below)
        inner_and_leaves = tf.stack(
            [self.inner_below, self.leaf_sizes[:-1]], axis=1
        )
        # Once, as products with transposed kernels at each level are slower.
        kernel = tf.transpose(self.kernel)
        f_kernel = tf.transpose(self.f_kernel)

        def step(n, d_h, d_c, d_steps):
            d_h = d_h + d_states[0].read(n)
            tanh_c = steps.tanh_c.read(n)
            d_z_o, d_tanh_c = [], d_h
            if self.output_gate:
                o = steps.o.read(n)
                d_z_o = [sigmoid_gradient(o, d_h * tanh_c)]
                d_tanh_c = d_h * o
            d_c = d_c + tanh_gradient(tanh_c, d_tanh_c)
            if len(d_states) > 1:
                d_c = d_c + d_states[1].read(n)
            i, f, u = (getattr(steps, name).read(n) for name in "ifu")
            d_z_i = sigmoid_gradient(i, d_c * u)
            d_z_u = tanh_gradient(u, d_c * i)
            d_z = tf.concat([d_z_i, d_z_u, *d_z_o], 1)
            parent = parents.read(n)
            d_kept = tf.gather(d_c, parent)
            d_z_f = sigmoid_gradient(f, d_kept * steps.child_c.read(n))
            d_child_h = tf.gather(tf.matmul(d_z, kernel), parent)
            d_child_h = d_child_h + tf.matmul(d_z_f, f_kernel)
            parts = tf.gather(inner_and_leaves, n)
            d_h, d_leaf_h = tf.split(d_child_h, parts)
            d_c, d_leaf_c = tf.split(d_kept * f, parts)
            d_steps = write_level(
                d_steps, n, z=d_z, z_f=d_z_f, leaf_h=d_leaf_h, leaf_c=d_leaf_c
            )
            return n - 1, d_h, d_c, d_steps

        widths = _Gradients(kernel.shape[0], units, units, units)
        d_steps = _Gradients(*map(self._array, widths))
        # One row serves all roots, which have no parent.
        start = any_number_of_rows(tf.zeros((1, units), dtype))
        *_, d_steps = tf.while_loop(
            lambda n, *_: n >= 0,
            step,
            (self.levels - 1, start, start, d_steps),
        )
        return _Gradients(*(array.concat() for array in d_steps))

    def sum_of_children(self, rows):
        """Rows of the children of all levels, added for each inner node."""
        first = tf.cumsum(self.sizes, exclusive=True)
        parents = self.parents + tf.repeat(first, self.below)
        total = tf.reduce_sum(self.sizes)
        return tf.math.unsorted_segment_sum(rows, parents, total)

    def _array(self, width):
        return level_array(self.levels, (width,), self.kernel.dtype)
