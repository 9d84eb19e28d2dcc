"""The kernel of the roles against its equations."""

import keras
import numpy as np
import pytest

if keras.backend.backend() != "tensorflow":
    pytest.skip("kernels of TensorFlow", allow_module_level=True)

import tensorflow as tf
from atpl_reference import sigmoid, sylvester
from gradients_of import assert_slopes

from keras_tpr.kernels.tensorflow import role_recurrence

RNG = np.random.default_rng(0)
DIM = 4
SCORES, WORDS = RNG.standard_normal((2, 4, 5, DIM))
KERNEL = RNG.standard_normal((DIM * DIM, DIM))
BASIS = np.linalg.qr(RNG.standard_normal((DIM, DIM)))[0]  # not symmetric
SCALE = np.maximum(np.arange(5.0), 1.0).reshape(1, 5, 1).repeat(4, 0)


def by_hand(scores, words, scale=None):
    result = np.zeros(scores.shape)
    for row in range(len(scores)):
        tpr = np.zeros((DIM, DIM))
        for t in range(scores.shape[1]):
            n = 1.0 if scale is None else scale[row, t]
            a = sigmoid(scores[row, t] + tpr.reshape(-1) @ KERNEL / n)
            tpr += np.outer(words[row, t], BASIS @ a)
            result[row, t] = a
    return result


@pytest.mark.parametrize("scale", [None, SCALE], ids=["plain", "scaled"])
@pytest.mark.parametrize("wrap", ["eager", "graph", "xla"])
def test_equals_the_equations(scale, wrap):
    kernel = {
        "eager": role_recurrence,
        "graph": tf.function(role_recurrence),
        "xla": tf.function(role_recurrence, jit_compile=True),
    }[wrap]
    given = (x.astype("float32") for x in (SCORES, WORDS, KERNEL, BASIS))
    np.testing.assert_allclose(
        kernel(*given, scale), by_hand(SCORES, WORDS, scale), atol=1e-5
    )


@pytest.mark.parametrize("scale", [None, SCALE], ids=["plain", "scaled"])
def test_gradients_equal_finite_differences(scale):
    share = RNG.standard_normal(SCORES.shape)

    def total(scores, words, kernel):
        a = role_recurrence(scores, words, kernel, BASIS, scale)
        return tf.reduce_sum(a * share)

    inputs = [SCORES, WORDS, KERNEL]
    tensors = [tf.constant(x) for x in inputs]
    with tf.GradientTape() as tape:
        tape.watch(tensors)
        value = total(*tensors)
    assert_slopes(total, inputs, tape.gradient(value, tensors))


def test_a_score_acts_on_later_steps_through_the_roles():
    scores = tf.constant(SCORES)
    with tf.GradientTape() as tape:
        tape.watch(scores)
        a = role_recurrence(scores, WORDS, KERNEL, BASIS, None)
        last = tf.reduce_sum(a[:, -1])
    assert (abs(tape.gradient(last, scores).numpy()) > 1e-7).any(-1).all()


def test_gradient_in_a_graph_is_that_of_eager():
    def gradients(scores, words, kernel):
        with tf.GradientTape() as tape:
            tape.watch([scores, words, kernel])
            a = role_recurrence(scores, words, kernel, BASIS, SCALE)
            total = tf.reduce_sum(a * a)
        return tape.gradient(total, [scores, words, kernel])

    given = [tf.constant(x) for x in (SCORES, WORDS, KERNEL)]
    eager = gradients(*given)
    for options in ({}, {"jit_compile": True}):
        graph = tf.function(gradients, **options)(*given)
        for actual, expected in zip(graph, eager, strict=True):
            np.testing.assert_allclose(actual, expected, atol=1e-10)


def test_a_word_that_is_masked_binds_nothing():
    words = WORDS.copy()
    words[:, 2] = 0.0
    a = role_recurrence(SCORES, words, KERNEL, BASIS, None).numpy()
    shorter = [x[:, [0, 1, 3, 4]] for x in (SCORES, words)]
    without = role_recurrence(*shorter, KERNEL, BASIS, None).numpy()
    np.testing.assert_allclose(a[:, [0, 1, 3, 4]], without, atol=1e-12)


def test_one_graph_serves_every_batch_and_length():
    spec = tf.TensorSpec((None, None, DIM), tf.float64)

    @tf.function(input_signature=[spec, spec])
    def graph(scores, words):
        with tf.GradientTape() as tape:
            tape.watch(scores)
            a = role_recurrence(scores, words, KERNEL, sylvester(DIM), None)
        return a, tape.gradient(a, scores)

    whole, _ = graph(SCORES, WORDS)
    for rows, steps in ((2, 5), (4, 1), (1, 3)):
        part, gradient = graph(SCORES[:rows, :steps], WORDS[:rows, :steps])
        np.testing.assert_allclose(part, whole[:rows, :steps], atol=1e-12)
        assert gradient.shape == (rows, steps, DIM)
