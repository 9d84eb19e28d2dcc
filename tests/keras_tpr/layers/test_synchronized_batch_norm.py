"""Replicas with shared statistics train as one; in a process of their own."""

import os
import subprocess
import sys
from pathlib import Path

import keras
import pytest

TESTS = Path(__file__).parents[2]
PROGRAM = """
import keras
import numpy as np
import tensorflow as tf

(cpu,) = tf.config.list_physical_devices("CPU")
two = [tf.config.LogicalDeviceConfiguration()] * 2
tf.config.set_logical_device_configuration(cpu, two)
strategy = tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"])
from keras_tpr.layers import BatchNormalization

x = np.random.default_rng(0).standard_normal((24, 4)).astype("float32")
x[::2] += 3.0
y = x[:, :1] ** 2

def network(synchronized):
    model = keras.Sequential([
        keras.Input((4,)),
        BatchNormalization(momentum=0.5, synchronized=synchronized),
        keras.layers.Dense(1, kernel_initializer="ones"),
    ])
    model.compile(keras.optimizers.SGD(0.1), "mse")
    return model

def trained(synchronized, replicas):
    if replicas == 1:
        model = network(synchronized)
    else:
        with strategy.scope():
            model = network(synchronized)
    data = tf.data.Dataset.from_tensor_slices((x, y)).batch(8)
    model.fit(data, epochs=2, shuffle=False, verbose=0)
    return model.get_weights()

one, two = trained(True, 1), trained(True, 2)
for a, b in zip(one, two):
    np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-5)
apart = trained(False, 2)
# Without, each replica has the statistics of its part.
assert max(abs(a - b).max() for a, b in zip(one, apart)) > 1e-3
"""


@pytest.mark.slow
@pytest.mark.skipif(
    keras.config.backend() != "tensorflow", reason="needs TensorFlow"
)
def test_two_replicas():
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(TESTS), str(TESTS.parent)]),
        },
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
