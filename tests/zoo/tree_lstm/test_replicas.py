"""Two replicas train as one does; in a process of their own."""

import os
import subprocess
import sys
from pathlib import Path

import keras
import pytest

TESTS = Path(__file__).parents[2]
PROGRAM = """
import numpy as np
import tensorflow as tf

(cpu,) = tf.config.list_physical_devices("CPU")
two = [tf.config.LogicalDeviceConfiguration()] * 2
tf.config.set_logical_device_configuration(cpu, two)
strategy = tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"])
from small_sentences import PAIRS, SCORES, TREES, relatedness, sentiment

def trained(make, *data):
    single = make()
    with strategy.scope():
        double = make()
    assert double.num_replicas() == 2
    double.set_weights(single.get_weights())
    losses = [
        model.fit(*data, batch_size=4, epochs=3, shuffle=False, verbose=0)
        .history["loss"]
        for model in (single, double)
    ]
    np.testing.assert_allclose(*losses, rtol=1e-4)
    x = data[0]
    np.testing.assert_allclose(
        *(m.predict(x, verbose=0) for m in (single, double)), atol=1e-4
    )

trained(sentiment, TREES[:4] * 3)
trained(relatedness, (PAIRS + PAIRS[:1]) * 2, (SCORES + SCORES[:1]) * 2)
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
