"""The inner nodes of N-ary Tree-LSTMs, level by level."""

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


def nary_levels(leaf_h, leaf_c, terms, kernel, schedule, output_gate, return_c):
    """States of all nodes with children, given those of the leaves.

    The gradient is pulled to the children by gathers, and that of the weights
    is one product over the nodes of all levels.

    Args:
        leaf_h, leaf_c: states of the leaves, `(L, units)`.
        terms: what the gates get beside the children's states, with an f for
            each slot: `((3 + K) units,)` for all nodes, or with an axis of the
            nodes before.
        kernel: `(K units, (3 + K) units)`, gates i, f_1 ... f_K, c, o, the
            last with an output gate only.
        schedule: the dict of `level_schedule`, as tensors.
        output_gate: whether there is one.
        return_c: whether `c` is returned as well.

    Returns:
        A list of `h` and perhaps `c`, `(I, units)`, in the schedule's order.
    """

    @tf.custom_gradient
    def run(leaf_h, leaf_c, terms, kernel):
        steps = _forward(
            leaf_h, leaf_c, terms, kernel, schedule, output_gate, return_c
        )
        states = [steps.h.concat()]
        if return_c:
            states.append(steps.c.concat())

        def gradient(*d_states):
            d_z, *d_children = _backward(
                d_states, steps, kernel, schedule, output_gate
            )
            slots = kernel.shape[0] // d_states[0].shape[-1]
            at, root_leaves = _leaf_places(schedule, slots)
            d_leaves = [
                tf.pad(tf.gather(x, at), root_leaves) for x in d_children
            ]
            child_h = steps.child_h.concat()
            d_kernel = tf.matmul(child_h, d_z, transpose_a=True)
            d_terms = d_z if len(terms.shape) > 1 else tf.reduce_sum(d_z, 0)
            return *d_leaves, d_terms, d_kernel

        return states, gradient

    return run(leaf_h, leaf_c, terms, kernel)


class _Steps(NamedTuple):
    """What the levels computed, arrays with one tensor for each.

    `gates` are i and all f, `gated` what they are multiplied with: u and the
    children's c. `c` and `o` are empty if they are not needed.
    """

    h: Any
    c: Any
    child_h: Any
    gates: Any
    gated: Any
    u: Any
    tanh_c: Any
    o: Any


class _Gradients(NamedTuple):
    """Gradients of the gates before activation, and of the children."""

    z: Any
    child_h: Any
    child_c: Any


def _forward(leaf_h, leaf_c, terms, kernel, schedule, output_gate, return_c):
    units, sizes = leaf_h.shape[-1], schedule["inner_sizes"]
    slots, levels = kernel.shape[0] // units, tf.size(sizes)
    child_rows = split_levels(schedule["child_rows"], sizes * slots)
    leaf_h = split_levels(leaf_h, schedule["leaf_sizes"])
    leaf_c = split_levels(leaf_c, schedule["leaf_sizes"])
    shared_terms = len(terms.shape) == 1
    if not shared_terms:
        terms = split_levels(terms, sizes)
    parts = [(1 + slots) * units, units] + [units] * output_gate
    none = tf.zeros((1, units), kernel.dtype)

    def of_children(states, leaf_states, rows):
        states = tf.gather(tf.concat([none, states, leaf_states], 0), rows)
        return tf.reshape(states, (-1, slots * units))

    def step(n, h, c, steps):
        rows = child_rows.read(n)
        child_h = of_children(h, leaf_h.read(n), rows)
        child_c = of_children(c, leaf_c.read(n), rows)
        z = tf.matmul(child_h, kernel)
        z = tf.nn.bias_add(z, terms) if shared_terms else z + terms.read(n)
        z_if, z_u, *z_o = tf.split(z, parts, axis=1)
        gates, u = tf.sigmoid(z_if), tf.tanh(z_u)
        gated = tf.concat([u, child_c], 1)
        c = tf.add_n(tf.split(gates * gated, 1 + slots, axis=1))
        h = tanh_c = tf.tanh(c)
        values = {
            "child_h": child_h, "gates": gates, "gated": gated,
            "u": u, "tanh_c": tanh_c,
        }  # fmt: skip
        if output_gate:
            values["o"] = o = tf.sigmoid(z_o[0])
            h = o * tanh_c
        if return_c:
            values["c"] = c
        return n + 1, h, c, write_level(steps, n, h=h, **values)

    widths = _Steps(1, 1, slots, 1 + slots, 1 + slots, 1, 1, 1)
    steps = _Steps(
        *(level_array(levels, (n * units,), kernel.dtype) for n in widths)
    )
    start = any_number_of_rows(none[:0])
    *_, steps = tf.while_loop(
        lambda n, *_: n < levels, step, (tf.constant(0), start, start, steps)
    )
    return steps


def _backward(d_states, steps, kernel, schedule, output_gate):
    """Gradients of the gates, and of the states of all slots for children."""
    units, sizes = d_states[0].shape[-1], schedule["inner_sizes"]
    slots, levels = kernel.shape[0] // units, tf.size(sizes)
    below = tf.concat([[0], sizes], 0)[:-1]
    inner_slots = split_levels(schedule["inner_slots"], below)
    d_states = [split_levels(d_state, sizes) for d_state in d_states]
    parts = [units, slots * units]
    # Once, as a product with a transposed kernel at each level is slower.
    kernel = tf.transpose(kernel)

    def step(n, d_h, d_c, d_steps):
        d_h = d_h + d_states[0].read(n)
        tanh_c = steps.tanh_c.read(n)
        d_z_o, d_tanh_c = [], d_h
        if output_gate:
            o = steps.o.read(n)
            d_z_o, d_tanh_c = [sigmoid_gradient(o, d_h * tanh_c)], d_h * o
        d_c = d_c + tanh_gradient(tanh_c, d_tanh_c)
        if len(d_states) > 1:
            d_c = d_c + d_states[1].read(n)
        d_c = tf.concat([d_c] * (1 + slots), 1)
        gates = steps.gates.read(n)
        d_z_if = sigmoid_gradient(gates, d_c * steps.gated.read(n))
        d_u, d_child_c = tf.split(d_c * gates, parts, axis=1)
        d_z_u = tanh_gradient(steps.u.read(n), d_u)
        d_z = tf.concat([d_z_if, d_z_u, *d_z_o], 1)
        d_child_h = tf.reshape(tf.matmul(d_z, kernel), (-1, units))
        d_child_c = tf.reshape(d_child_c, (-1, units))
        d_steps = write_level(
            d_steps, n, z=d_z, child_h=d_child_h, child_c=d_child_c
        )
        at = inner_slots.read(n)
        d_h, d_c = tf.gather(d_child_h, at), tf.gather(d_child_c, at)
        return n - 1, d_h, d_c, d_steps

    d_steps = _Gradients(
        *(
            level_array(levels, (n * units,), kernel.dtype)
            for n in (kernel.shape[0] // units, 1, 1)
        )
    )
    # One row serves all roots, which have no parent.
    start = any_number_of_rows(tf.zeros((1, units), kernel.dtype))
    *_, d_steps = tf.while_loop(
        lambda n, *_: n >= 0, step, (levels - 1, start, start, d_steps)
    )
    return [array.concat() for array in d_steps]


def _leaf_places(schedule, slots):
    """Where the leaves are among all slots, and padding for root leaves."""
    leaf_sizes = schedule["leaf_sizes"]
    first = tf.cumsum(schedule["inner_sizes"] * slots, exclusive=True)
    at = schedule["leaf_slots"] + tf.repeat(first, leaf_sizes[:-1])
    return at, [[0, leaf_sizes[-1]], [0, 0]]
