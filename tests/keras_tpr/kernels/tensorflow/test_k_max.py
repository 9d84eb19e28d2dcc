"""The kernel of k-max pooling equals the portable path, by networks or not."""

import keras
import numpy as np
import pytest

pytest.importorskip("tensorflow")
if keras.backend.backend() != "tensorflow":
    pytest.skip("TensorFlow kernels", allow_module_level=True)

import tensorflow as tf
from layer_checks import assert_close

from keras_tpr.kernels.tensorflow import k_max
from keras_tpr.layers.k_max_pool import k_max_pool, kept_counts

RNG = np.random.default_rng(0)


def both(x, size, k, mask, upstream):
    """`(outputs, gradients)` of the kernel and of the portable path."""
    results = []
    for kernel in (True, False):
        tensor = tf.constant(x)
        with tf.GradientTape() as tape:
            tape.watch(tensor)
            pooled = k_max_pool(tensor, size, k, mask, 0.5, kernel)
            loss = tf.reduce_sum(pooled * upstream)
        results.append((pooled, tape.gradient(loss, tensor)))
    return results


@pytest.mark.parametrize("size", [1, 4, 5, 16, 17, 32, 40])
@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize("per_example", [False, True])
def test_equals_the_portable_path(size, ties, per_example):
    x = RNG.standard_normal((5, 20, 2, 3)).astype("float32")
    if ties:
        x = x.round()
    lengths = np.array([20, 13, 5, 1, 0])
    mask = np.arange(20) < lengths[:, None]
    k = RNG.integers(1, size + 1, 5).astype("int32") if per_example else None
    upstream = RNG.standard_normal((5, size, 2, 3)).astype("float32")
    for given in (mask, None):
        kernel, portable = both(x, size, k, given, upstream)
        assert_close(kernel, portable)


@pytest.mark.parametrize("size", [3, 12, 40])
def test_in_a_graph_without_sizes(size):
    shape = tf.TensorSpec((None, None, 3), "float32")

    @tf.function(input_signature=[shape, tf.TensorSpec((None,), "int32")])
    def run(x, k):
        longest = tf.reduce_max(k)
        return k_max(x, longest, kept_counts(x, longest, k))

    traces = run.experimental_get_tracing_count
    for batch, length in ((2, 15), (3, 5)):
        x = RNG.standard_normal((batch, length, 3)).astype("float32")
        k = np.array([size, 1, 2][:batch], "int32")
        assert_close(run(x, k), k_max_pool(x, size, k))
    assert traces() == 1
