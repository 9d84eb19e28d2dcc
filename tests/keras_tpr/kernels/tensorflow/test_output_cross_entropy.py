"""Output layer and loss in one, against the two apart."""

import functools

import keras
import numpy as np
import pytest

if keras.backend.backend() != "tensorflow":
    pytest.skip("kernels of TensorFlow", allow_module_level=True)

import tensorflow as tf
from atpl_reference import word_losses
from gradients_of import assert_slopes
from hypothesis import given, settings
from hypothesis import strategies as st

from keras_tpr.kernels.tensorflow import output_cross_entropy
from keras_tpr.kernels.tensorflow.output_cross_entropy import CHUNK
from keras_tpr.losses import SentenceCrossEntropy

DIM, VOCABULARY = 4, 11


def batch(rows, seed=0, dtype="float64"):
    rng = np.random.default_rng(seed)
    fillers, kernel, bias = (
        rng.standard_normal(shape).astype(dtype)
        for shape in ((rows, DIM), (DIM, VOCABULARY), (VOCABULARY,))
    )
    targets = rng.integers(0, VOCABULARY, rows)
    weights = rng.uniform(size=rows) * (rng.uniform(size=rows) < 0.7)
    return [fillers, kernel, bias], targets, weights.astype(dtype)


def apart(fillers, kernel, bias, targets, weights):
    losses = tf.nn.sparse_softmax_cross_entropy_with_logits(
        targets, tf.matmul(fillers, kernel) + bias
    )
    return tf.reduce_sum(losses * weights)


def loss_and_gradients(function, inputs, *others):
    inputs = [tf.convert_to_tensor(x) for x in inputs]
    with tf.GradientTape() as tape:
        tape.watch(inputs)
        loss = 3.0 * function(*inputs, *others)
    return loss, tape.gradient(loss, inputs)


def in_one(*arguments, **options):
    return output_cross_entropy(*arguments, **options)[0]


def smoothed_apart(fillers, kernel, bias, targets, weights, smoothing):
    labels = (1 - smoothing) * tf.one_hot(targets, VOCABULARY, dtype=tf.float64)
    losses = tf.nn.softmax_cross_entropy_with_logits(
        labels + smoothing / VOCABULARY, tf.matmul(fillers, kernel) + bias
    )
    return tf.reduce_sum(losses * weights)


# Fewer rows than a chunk, whole chunks, and a rest.
SIZES = (1, 5, CHUNK, CHUNK + 1, 2 * CHUNK, 2 * CHUNK + 17)


@pytest.mark.parametrize("rows", SIZES)
def test_loss_and_gradients(rows):
    inputs, targets, weights = batch(rows)
    loss, gradients = loss_and_gradients(in_one, inputs, targets, weights)
    expected, others = loss_and_gradients(apart, inputs, targets, weights)
    np.testing.assert_allclose(loss, expected, rtol=1e-10)
    for actual, other in zip(gradients, others, strict=True):
        np.testing.assert_allclose(actual, other, atol=1e-10)


@pytest.mark.parametrize("rows", SIZES)
def test_label_smoothing(rows):
    inputs, targets, weights = batch(rows)
    loss, gradients = loss_and_gradients(
        functools.partial(in_one, label_smoothing=0.2), inputs, targets, weights
    )
    expected, others = loss_and_gradients(
        smoothed_apart, inputs, targets, weights, 0.2
    )
    np.testing.assert_allclose(loss, expected, rtol=1e-10)
    for actual, other in zip(gradients, others, strict=True):
        np.testing.assert_allclose(actual, other, atol=1e-10)


def test_slopes_with_label_smoothing():
    inputs, targets, weights = batch(7)

    def loss(*inputs):
        return in_one(*inputs, targets, weights, label_smoothing=0.3)

    _, gradients = loss_and_gradients(loss, inputs)
    assert_slopes(loss, inputs, [g / 3.0 for g in gradients])


def test_losses_of_rows_are_not_smoothed():
    inputs, targets, weights = batch(5)
    plain = output_cross_entropy(*inputs, targets, weights)
    for training in (True, False):
        loss, *others = output_cross_entropy(
            *inputs, targets, weights, training, label_smoothing=0.5
        )
        assert abs(loss - plain[0]) > 0.1
        for actual, expected in zip(others, plain[1:], strict=True):
            np.testing.assert_array_equal(actual, expected)


@settings(max_examples=20)
@given(st.integers(1, 3 * CHUNK), st.integers(0, 1000))
def test_losses_and_hits_of_rows(rows, seed):
    (fillers, kernel, bias), targets, weights = batch(rows, seed)
    loss, losses, hits = output_cross_entropy(
        fillers, kernel, bias, targets, weights
    )
    logits = fillers @ kernel + bias
    expected = word_losses(logits, targets)
    np.testing.assert_allclose(losses, expected, atol=1e-10)
    np.testing.assert_allclose(loss, (expected * weights).sum(), atol=1e-9)
    np.testing.assert_array_equal(hits, logits.argmax(-1) == targets)


def test_without_a_gradient_the_numbers_are_the_same():
    inputs, targets, weights = batch(CHUNK + 3)
    trained = output_cross_entropy(*inputs, targets, weights)
    plain = output_cross_entropy(*inputs, targets, weights, training=False)
    for actual, expected in zip(plain, trained, strict=True):
        np.testing.assert_array_equal(actual, expected)


@pytest.mark.parametrize("training", [True, False])
def test_no_rows(training):
    (fillers, kernel, bias), targets, weights = batch(0)
    loss, losses, hits = output_cross_entropy(
        fillers, kernel, bias, targets, weights, training=training
    )
    assert loss == 0
    assert losses.shape == hits.shape == (0,)


def test_no_rows_have_no_gradient():
    inputs, targets, weights = batch(0)
    _, gradients = loss_and_gradients(in_one, inputs, targets, weights)
    assert gradients[0].shape == (0, DIM)
    assert all(not np.any(g) for g in gradients)


def test_rows_without_weight_count_nothing():
    inputs, targets, weights = batch(CHUNK + 3)
    weights[:] = 0.0
    inputs[0][5] = 1e4
    loss, gradients = loss_and_gradients(in_one, inputs, targets, weights)
    assert loss == 0
    assert all(not np.any(g) for g in gradients)


def test_extreme_logits_stay_finite():
    fillers = np.array([[1e4], [-1e4]], "float32")
    kernel = np.array([[1.0, -1.0]], "float32")
    loss, gradients = loss_and_gradients(
        in_one, [fillers, kernel, np.zeros(2, "float32")], [1, 1], [1.0, 1.0]
    )
    np.testing.assert_allclose(loss, 3 * 2e4)
    assert all(np.isfinite(g).all() for g in gradients)


@pytest.mark.parametrize("options", [{}, {"jit_compile": True}])
def test_in_a_graph(options):
    inputs, targets, weights = batch(CHUNK + 3, dtype="float32")
    graph = tf.function(
        lambda *x: loss_and_gradients(in_one, x, targets, weights), **options
    )
    loss, gradients = graph(*inputs)
    expected, others = loss_and_gradients(in_one, inputs, targets, weights)
    np.testing.assert_allclose(loss, expected, rtol=1e-5)
    for actual, other in zip(gradients, others, strict=True):
        np.testing.assert_allclose(actual, other, atol=1e-4)


def test_serves_the_sentence_loss():
    """With a weight of one over the batch size it is that loss."""
    inputs, targets, weights = batch(6 * 30, dtype="float32")
    weights = (weights > 0).astype("float32")

    def sentence_loss(fillers, kernel, bias):
        logits = tf.reshape(tf.matmul(fillers, kernel) + bias, (6, 30, -1))
        return SentenceCrossEntropy()(
            targets.reshape(6, 30), logits, weights.reshape(6, 30)
        )

    loss, gradients = loss_and_gradients(in_one, inputs, targets, weights / 6)
    expected, others = loss_and_gradients(sentence_loss, inputs)
    np.testing.assert_allclose(loss, expected, rtol=1e-5)
    for actual, other in zip(gradients, others, strict=True):
        np.testing.assert_allclose(actual, other, atol=1e-5)


def test_repeated_targets_of_a_chunk_add_up():
    inputs, _, _ = batch(20)
    targets, weights = np.full(20, 3), np.ones(20)
    _, gradients = loss_and_gradients(in_one, inputs, targets, weights)
    _, others = loss_and_gradients(apart, inputs, targets, weights)
    np.testing.assert_allclose(gradients[2], others[2], atol=1e-10)


def test_one_graph_serves_any_number_of_rows():
    (fillers, kernel, bias), targets, weights = batch(2 * CHUNK + 17)
    specs = [
        tf.TensorSpec((None, DIM), tf.float64),
        tf.TensorSpec((None,), tf.int64),
        tf.TensorSpec((None,), tf.float64),
    ]

    @tf.function(input_signature=specs)
    def graph(fillers, targets, weights):
        return loss_and_gradients(
            in_one, [fillers, kernel, bias], targets, weights
        )

    for rows in (0, 1, *SIZES):
        given = fillers[:rows], targets[:rows], weights[:rows]
        loss, gradients = graph(*given)
        expected, others = loss_and_gradients(
            apart, [given[0], kernel, bias], *given[1:]
        )
        np.testing.assert_allclose(loss, expected, rtol=1e-10)
        for actual, other in zip(gradients, others, strict=True):
            np.testing.assert_allclose(actual, other, atol=1e-10)
