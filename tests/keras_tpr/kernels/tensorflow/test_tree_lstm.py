"""The Tree-LSTM by levels against the cell node by node."""

import keras
import numpy as np
import pytest

if keras.backend.backend() != "tensorflow":
    pytest.skip("kernels of TensorFlow", allow_module_level=True)

import tensorflow as tf
from gradients_of import assert_slopes
from random_trees import random_tree
from tree_lstm_cases import CELLS, SIZE, UNITS, make_batch, make_cell
from tree_lstm_reference import batch_states, read_weights

from keras_tpr.kernels.tensorflow import schedule_in_graph, tree_lstm
from keras_tpr.layers.node_recurrence import NodeRecurrence
from keras_tpr.trees import Tree, level_schedule


def outputs_and_gradients(function, cell, x):
    """States, and gradients of a sum in which every state has its weight."""
    x = tf.constant(x)
    weights = [w.value for w in cell.trainable_weights]
    rng = np.random.default_rng(1)
    share = rng.standard_normal((2, *x.shape[:2], UNITS)).astype(x.dtype.name)
    with tf.GradientTape() as tape:
        tape.watch(x)
        states = function(x)
        total = tf.add_n(
            [
                tf.reduce_sum(state * weight)
                for state, weight in zip(states, share, strict=True)
            ]
        )
    gradients = tape.gradient(total, [x, *weights])
    return [s.numpy() for s in states], [g.numpy() for g in gradients]


@pytest.mark.parametrize("wrap", ["eager", "graph"])
@pytest.mark.parametrize("name", CELLS)
def test_equals_the_cell(name, wrap):
    cell, batch = make_cell(name), make_batch(name)

    def kernel(x):
        return tree_lstm(x, batch["schedule"], cell, return_c=True)

    portable = NodeRecurrence(cell, SIZE)
    x = np.where(batch["node_mask"][..., np.newaxis], batch["x"], 0.0)
    if wrap == "graph":
        kernel = tf.function(kernel)
    found = outputs_and_gradients(kernel, cell, x)
    expected = outputs_and_gradients(
        lambda x: portable(x, batch["children"], batch["node_mask"]), cell, x
    )
    for state, other in zip(found[0], expected[0], strict=True):
        np.testing.assert_allclose(state, other, atol=1e-5)
    for gradient, other in zip(found[1], expected[1], strict=True):
        scale = np.abs(other).max()
        np.testing.assert_allclose(gradient, other, atol=1e-4 * scale)


@pytest.mark.parametrize("name", CELLS)
def test_gradients_equal_finite_differences(name):
    cell = make_cell(name, dtype="float64")
    batch = make_batch(name)
    rng = np.random.default_rng(1)
    share = rng.standard_normal((2, *batch["node_mask"].shape, UNITS))
    inputs = [batch["x"].astype("float64")]
    inputs += [w.numpy() for w in cell.trainable_weights]

    def total(x, *weights):
        mapping = list(zip(cell.trainable_weights, weights, strict=True))
        with keras.StatelessScope(state_mapping=mapping):
            h, c = tree_lstm(x, batch["schedule"], cell, return_c=True)
        return tf.reduce_sum(h * share[0] + c * share[1])

    tensors = [tf.constant(x) for x in inputs]
    with tf.GradientTape() as tape:
        tape.watch(tensors)
        value = total(*tensors)
    compiled = tf.function(total)
    assert_slopes(
        lambda *x: compiled(*map(tf.constant, x)),
        inputs,
        tape.gradient(value, tensors),
    )


@pytest.mark.parametrize("name", ["child_sum", "nary", "linear"])
def test_one_graph_serves_every_batch(name):
    cell = make_cell(name)
    slots = cell.arity
    traces = []

    @tf.function(
        input_signature=[
            tf.TensorSpec((None, None, SIZE)),
            tf.TensorSpec((None, None, slots), tf.int32),
            tf.TensorSpec((None, None), tf.bool),
        ]
    )
    def graph(x, children, node_mask):
        traces.append(1)
        schedule = schedule_in_graph(children, node_mask)
        with tf.GradientTape() as tape:
            tape.watch(x)
            (h,) = tree_lstm(x, schedule, cell)
            total = tf.reduce_sum(h)
        return h, tape.gradient(total, x)

    rng = np.random.default_rng(0)
    leaf = Tree(0, word="w0")
    w = read_weights(cell)
    for trees in (
        [random_tree(rng, 7), random_tree(rng, 3), None],
        [random_tree(rng, 12, max_children=2)],
        [leaf, leaf],
        [None, None, None],
        [random_tree(rng, int(n)) for n in rng.integers(1, 9, 6)],
    ):
        batch = make_batch(name, trees)
        given = batch["x"], batch["children"], batch["node_mask"]
        h, gradient = graph(*given)
        expected, _ = batch_states(w, *given)
        np.testing.assert_allclose(h, expected, atol=1e-5)
        assert gradient.shape == batch["x"].shape
        assert (gradient.numpy()[~batch["node_mask"]] == 0).all()
    assert len(traces) == 1


@pytest.mark.parametrize("name", ["child_sum", "linear"])
def test_three_thousand_levels(name):
    tree = Tree(0, word="w0")
    for _ in range(2999):
        tree = Tree(0, [Tree(0, word="w0"), tree])
    cell, batch = make_cell(name), make_batch(name, [tree])
    (h,) = tf.function(lambda x: tree_lstm(x, batch["schedule"], cell))(
        batch["x"]
    )
    given = batch["x"], batch["children"], batch["node_mask"]
    expected, _ = batch_states(read_weights(cell), *given)
    np.testing.assert_allclose(h, expected, atol=1e-4)


def test_schedule_in_graph():
    batch = make_batch()
    given = batch["children"], batch["node_mask"]
    found = tf.function(schedule_in_graph)(*given)
    expected = level_schedule(*given)
    assert set(found) == set(expected)
    for name, vector in expected.items():
        assert found[name].dtype == tf.int32
        np.testing.assert_array_equal(found[name], vector)
