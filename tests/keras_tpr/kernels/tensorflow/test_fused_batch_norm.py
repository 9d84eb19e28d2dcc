"""The fused kernel of batch normalisation against the portable layer."""

import keras
import numpy as np
import pytest
from layer_checks import assert_close

from keras_tpr.layers import BatchNormalization

pytestmark = pytest.mark.skipif(
    keras.backend.backend() != "tensorflow", reason="a TensorFlow kernel"
)
RNG = np.random.default_rng(0)
SHAPES = [(7, 20), (4, 6, 20), (3, 4, 5, 20), (2, 3, 2, 2, 20)]


def pair(shape, **options):
    layers = [
        BatchNormalization(
            momentum=0.5, implementation=implementation, **options
        )
        for implementation in ("auto", "portable")
    ]
    for layer in layers:
        layer.build(shape)
    assert [layer.uses_kernel for layer in layers] == [True, False]
    return layers


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("shape", SHAPES)
def test_same_numbers(shape, compiled):
    """Outputs, gradients and moving statistics; sizes known or not."""
    import tensorflow as tf

    x = tf.constant(RNG.standard_normal(shape).astype("float32") * 3 + 50)
    upstream = RNG.standard_normal(shape).astype("float32")
    found = []
    for layer in pair(shape):
        layer.gamma.assign(np.linspace(-2, 2, 20))

        def step(x, layer=layer):
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = layer(x, training=True)
                loss = tf.reduce_sum(y * upstream)
            weights = [layer.gamma.value, layer.beta.value]
            return y, tape.gradient(loss, [x, *weights])

        if compiled:
            signature = [tf.TensorSpec([None] * (len(shape) - 1) + [20])]
            step = tf.function(step, input_signature=signature)
        outputs, gradients = step(x)
        found.append([outputs, gradients, layer.get_weights()[2:]])
    assert_close(found[0], found[1], atol=1e-4, rtol=1e-4)


def test_compiled_by_xla():
    import tensorflow as tf

    x = RNG.standard_normal((6, 20)).astype("float32")
    kernel, portable = pair(x.shape)
    step = tf.function(lambda x: kernel(x, training=True), jit_compile=True)
    assert_close(step(x), portable(x, training=True), atol=1e-5)
    assert_close(kernel.get_weights(), portable.get_weights(), atol=1e-6)


def test_other_types_than_the_kernels():
    layer = BatchNormalization(autocast=False)
    x = RNG.standard_normal((6, 3))
    expected = (x - x.mean(axis=0)) / np.sqrt(x.var(axis=0) + 1e-3)
    outputs = layer(keras.ops.convert_to_tensor(x), training=True)
    np.testing.assert_allclose(outputs, expected, atol=1e-5)


@pytest.mark.parametrize(
    "options",
    [{"scale": False}, {"center": False}, {"unbiased": False}],
)
def test_options(options):
    x = RNG.standard_normal((7, 20)).astype("float32")
    kernel, portable = pair(x.shape, **options)
    assert_close(
        kernel(x, training=True), portable(x, training=True), atol=1e-5
    )
    assert_close(kernel.get_weights(), portable.get_weights())


def test_an_epsilon_that_kernels_refuse():
    layer = BatchNormalization(epsilon=1e-6)
    assert not layer.uses_kernel
    x = RNG.standard_normal((7, 3)).astype("float32")
    expected = (x - x.mean(axis=0)) / x.std(axis=0)
    assert_close(layer(x, training=True), expected, atol=1e-4)


def test_second_derivatives():
    import tensorflow as tf

    x = tf.constant(RNG.standard_normal((7, 20)).astype("float32"))
    found = []
    for layer in pair(x.shape):
        with tf.GradientTape() as outer:
            outer.watch(x)
            with tf.GradientTape() as inner:
                inner.watch(x)
                loss = tf.reduce_sum(layer(x, training=True) ** 3)
            slope = tf.reduce_sum(inner.gradient(loss, x) ** 2)
        found.append(outer.gradient(slope, x))
    assert_close(found[0], found[1], atol=1e-2, rtol=1e-3)
