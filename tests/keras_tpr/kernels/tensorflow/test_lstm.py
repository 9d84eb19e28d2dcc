"""The LSTM kernel against Keras' own layer."""

import keras
import numpy as np
import pytest

from keras_tpr.kernels import use_tensorflow_kernels

if keras.backend.backend() != "tensorflow":
    pytest.skip("kernels of TensorFlow", allow_module_level=True)

import tensorflow as tf
from gradients_of import assert_slopes

from keras_tpr.kernels.tensorflow import lstm

RNG = np.random.default_rng(0)
UNITS = 4
INPUTS = RNG.standard_normal((4, 6, 3)).astype("float32")
KERNEL, RECURRENT, BIAS = (
    RNG.standard_normal(shape).astype("float32")
    for shape in ((3, 16), (UNITS, 16), (16,))
)
MASKS = {
    "all": np.ones((4, 6), bool),
    "ragged": np.arange(6) < np.array([[6], [3], [1], [0]]),
    "holes": RNG.uniform(size=(4, 6)) < 0.6,
}


def portable(inputs, mask, kernel, recurrent_kernel, bias):
    """The same through Keras' cell, differentiable."""
    cell = keras.layers.LSTMCell(UNITS, unit_forget_bias=False)
    cell.build((None, 3))
    rnn = keras.layers.RNN(cell, return_sequences=True)
    given = [kernel, recurrent_kernel, bias]
    mapping = list(zip(cell.weights, given, strict=True))
    with keras.StatelessScope(state_mapping=mapping):
        return rnn(inputs, mask=mask)


def outputs_and_gradients(function, mask, inputs=INPUTS):
    """States, and gradients of a sum in which every state has its weight."""
    arguments = [tf.constant(x) for x in (inputs, KERNEL, RECURRENT, BIAS)]
    shape = (*inputs.shape[:2], UNITS)
    share = np.random.default_rng(1).standard_normal(shape).astype("float32")
    with tf.GradientTape() as tape:
        tape.watch(arguments)
        states = function(arguments[0], mask, *arguments[1:])
        total = tf.reduce_sum(states * share)
    return states.numpy(), [g.numpy() for g in tape.gradient(total, arguments)]


@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize("wrap", ["eager", "graph", "xla"])
def test_equals_the_layer_of_keras(mask, wrap):
    mask = MASKS[mask]
    kernel = {
        "eager": lstm,
        "graph": tf.function(lstm),
        "xla": tf.function(lstm, jit_compile=True),
    }[wrap]
    states, gradients = outputs_and_gradients(kernel, mask)
    expected, expected_gradients = outputs_and_gradients(portable, mask)
    # Keras repeats the output of a masked step, zero before the first.
    np.testing.assert_allclose(states, expected, atol=1e-6)
    for actual, other in zip(gradients, expected_gradients, strict=True):
        np.testing.assert_allclose(actual, other, atol=2e-5, rtol=1e-5)


def test_gradients_equal_finite_differences():
    inputs = [x.astype("float64") for x in (INPUTS, KERNEL, RECURRENT, BIAS)]
    share = RNG.standard_normal((4, 6, UNITS))

    def total(x, *weights):
        return tf.reduce_sum(lstm(x, MASKS["holes"], *weights) * share)

    tensors = [tf.constant(x) for x in inputs]
    with tf.GradientTape() as tape:
        tape.watch(tensors)
        value = total(*tensors)
    assert_slopes(total, inputs, tape.gradient(value, tensors))


@pytest.mark.parametrize("shape", [(1, 6, 3), (4, 1, 3), (1, 1, 3)])
def test_one_sequence_and_one_step(shape):
    inputs = INPUTS[: shape[0], : shape[1]]
    mask = np.ones(shape[:2], bool)
    states, gradients = outputs_and_gradients(lstm, mask, inputs)
    expected, others = outputs_and_gradients(portable, mask, inputs)
    np.testing.assert_allclose(states, expected, atol=1e-6)
    for actual, other in zip(gradients, others, strict=True):
        np.testing.assert_allclose(actual, other, atol=1e-5)


def test_one_graph_serves_every_batch_and_length():
    specs = [
        tf.TensorSpec((None, None, 3)), tf.TensorSpec((None, None), tf.bool),
    ]  # fmt: skip

    @tf.function(input_signature=specs)
    def graph(inputs, mask):
        with tf.GradientTape() as tape:
            tape.watch(inputs)
            states = lstm(inputs, mask, KERNEL, RECURRENT, BIAS)
        return states, tape.gradient(states, inputs)

    mask = MASKS["ragged"]
    whole, _ = graph(INPUTS, mask)
    for rows, steps in ((2, 6), (4, 3), (1, 1)):
        part, gradient = graph(INPUTS[:rows, :steps], mask[:rows, :steps])
        np.testing.assert_allclose(part, whole[:rows, :steps], atol=1e-6)
        assert gradient.shape == (rows, steps, 3)


def test_a_sequence_of_padding_gives_zeros_and_no_gradient():
    states, gradients = outputs_and_gradients(lstm, np.zeros((4, 6), bool))
    assert (states == 0).all()
    assert all((g == 0).all() for g in gradients)


def test_serves_float32_on_tensorflow_only():
    assert use_tensorflow_kernels("float32")
    assert not use_tensorflow_kernels("float16")
    assert not use_tensorflow_kernels("bfloat16")
