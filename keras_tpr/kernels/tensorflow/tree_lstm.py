"""A Tree-LSTM over a batch of trees, level by level."""

import tensorflow as tf

from keras_tpr.kernels.tensorflow.child_sum_levels import child_sum_levels
from keras_tpr.kernels.tensorflow.nary_levels import nary_levels


def tree_lstm(x, schedule, cell, return_c=False, training=True):
    """States of all nodes of a batch of trees, equal to the cell's own.

    All leaves are computed in one product, then the other nodes level by
    level, from the one farthest from the roots up.

    Args:
        x: `(B, N, X)`.
        schedule: the dict of `keras_tpr.trees.level_schedule`, as tensors.
        cell: a built `TreeLSTMCell`.
        return_c: whether `c` is returned as well.
        training: whether a gradient is to be expected. If it is not, there
            still is one, TensorFlow's own, which is slower; and nothing that
            could not be part of a SavedModel.

    Returns:
        A list of `h` and perhaps `c`, `(B, N, units)`, zero where there is no
        node.
    """
    schedule = {name: tf.cast(v, tf.int32) for name, v in schedule.items()}
    nodes = tf.reshape(x, (-1, x.shape[-1]))
    if cell.leaf_mode == "linear":
        leaf_x = _take_leaves(nodes, schedule, training)
        leaves = _linear_leaves(leaf_x, cell)
        terms = tf.convert_to_tensor(cell.bias)
    else:
        inner_x, leaf_x = _take_nodes(nodes, schedule, training)
        leaves = _gated_leaves(leaf_x, cell)
        terms = tf.matmul(inner_x, cell.kernel) + cell.bias
    if tf.executing_eagerly() and not schedule["inner"].shape[0]:
        # Only in a graph may arrays of levels have none.
        inner = [state[:0] for state in leaves[: 1 + return_c]]
    elif cell.kind == "nary":
        inner = _nary(leaves, terms, schedule, cell, return_c, training)
    else:
        inner = _child_sum(leaves, terms, schedule, cell, return_c, training)
    shape = tf.shape(x)
    shape = (shape[0], shape[1], cell.units)
    return [
        tf.reshape(_in_batch_order(*states, schedule, training), shape)
        for states in zip(inner, leaves, strict=False)
    ]


def _nary(leaves, terms, schedule, cell, return_c, training):
    if cell.leaf_mode == "gated":
        i, f, rest = _columns(terms, cell)
        terms = tf.concat([i, *[f] * cell.arity, rest], axis=-1)
    kernel = tf.convert_to_tensor(cell.recurrent_kernel)
    if cell.forget_coupling == "diagonal":
        units, slots = cell.units, cell.arity
        same = tf.eye(slots, dtype=kernel.dtype)[:, tf.newaxis, :, tf.newaxis]
        blocks = cell.recurrent_forget_kernel[:, :, tf.newaxis] * same
        forget = tf.reshape(blocks, (slots * units, slots * units))
        kernel = tf.concat([kernel[:, :units], forget, kernel[:, units:]], 1)
    return nary_levels(*leaves, terms, kernel, schedule, return_c, training)


def _child_sum(leaves, terms, schedule, cell, return_c, training):
    i, f, rest = _columns(terms, cell)
    kernel_i, f_kernel, kernel_rest = _columns(cell.recurrent_kernel, cell)
    return child_sum_levels(
        *leaves,
        tf.concat([i, rest], axis=-1),
        f,
        tf.concat([kernel_i, kernel_rest], axis=-1),
        f_kernel,
        schedule,
        return_c,
        training,
    )


def _linear_leaves(x, cell):
    z = tf.matmul(x, cell.leaf_kernel) + cell.leaf_bias
    # Not by slices, whose gradients are as large as `z` each.
    c, *o = tf.split(z, 1 + cell.output_gate, axis=-1)
    return _output(c, o), c


def _gated_leaves(x, cell):
    z = tf.matmul(x, cell.kernel) + cell.bias
    i, _, u, *o = tf.split(z, 3 + cell.output_gate, axis=-1)
    c = tf.sigmoid(i) * tf.tanh(u)
    return _output(c, o), c


def _output(c, o):
    return tf.sigmoid(o[0]) * tf.tanh(c) if o else tf.tanh(c)


def _columns(x, cell):
    """The columns of i, of f, and of c and o."""
    x, units = tf.convert_to_tensor(x), cell.units
    return tf.split(x, [units, units, (1 + cell.output_gate) * units], axis=-1)


# Rows are moved by gathers in both directions: the gradient of a gather, a
# scatter, is slower than a gather by the inverse of the permutation.


def _take_nodes(nodes, schedule, training):
    """Rows of the inner nodes and of the leaves, out of all in the batch."""

    def take(nodes):
        inner = tf.gather(nodes, schedule["inner"])
        return inner, tf.gather(nodes, schedule["leaves"])

    def put(d_inner, d_leaves):
        rows = tf.concat([tf.zeros_like(nodes[:1]), d_inner, d_leaves], 0)
        return tf.gather(rows, schedule["rows"])

    return _with_gradient(take, put, training, nodes)


def _take_leaves(nodes, schedule, training):
    """Rows of the leaves, out of all in the batch."""

    def take(nodes):
        return tf.gather(nodes, schedule["leaves"])

    def put(d_leaves):
        rows = tf.concat([tf.zeros_like(nodes[:1]), d_leaves], 0)
        places = schedule["rows"] - tf.size(schedule["inner"])
        return tf.gather(rows, tf.maximum(places, 0))

    return _with_gradient(take, put, training, nodes)


def _in_batch_order(inner, leaves, schedule, training):
    """Rows of all nodes in the batch, zero where there is none."""

    def put(inner, leaves):
        none = tf.zeros((1, leaves.shape[-1]), leaves.dtype)
        rows = tf.concat([none, inner, leaves], 0)
        return tf.gather(rows, schedule["rows"])

    def take(d_nodes):
        d_inner = tf.gather(d_nodes, schedule["inner"])
        return d_inner, tf.gather(d_nodes, schedule["leaves"])

    return _with_gradient(put, take, training, inner, leaves)


def _with_gradient(function, gradient, training, *arguments):
    if not training:
        return function(*arguments)

    @tf.custom_gradient
    def run(*arguments):
        return function(*arguments), gradient

    return run(*arguments)
