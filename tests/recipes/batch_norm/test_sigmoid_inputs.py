"""What sigmoids receive, followed without a trace."""

import numpy as np
import pytest
from layer_checks import to_numpy

import zoo
from recipes.batch_norm.sigmoid_inputs import SigmoidInputs

IMAGES = np.random.default_rng(0).integers(0, 256, (30, 28, 28, 1))
IMAGES = IMAGES.astype("float32")


@pytest.mark.parametrize("batch_norm", [True, False])
def test_percentiles(batch_norm):
    """By hand, of the last hidden layer, normalised by these images."""
    network = zoo.mnist_sigmoid(batch_norm=batch_norm, units=5).backbone
    before = network.get_weights()
    logs = {}
    SigmoidInputs(network, IMAGES).on_epoch_end(0, logs)
    u = (IMAGES > 127).reshape(30, -1).astype("float64")
    for number in (1, 2, 3):
        z = u @ to_numpy(network.get_layer(f"hidden_{number}").kernel.value)
        if batch_norm:
            z = (z - z.mean(axis=0)) / np.sqrt(z.var(axis=0) + 1e-3)
        u = 1 / (1 + np.exp(-z))
    found = [logs[f"sigmoid input/{p} %"] for p in (15, 50, 85)]
    expected = np.percentile(z[:, 0], [15, 50, 85])
    np.testing.assert_allclose(found, expected, atol=1e-4)
    medians = [logs[f"medians/{unit}"] for unit in range(5)]
    np.testing.assert_allclose(medians, np.median(z, axis=0), atol=1e-4)
    for a, b in zip(network.get_weights(), before, strict=True):
        np.testing.assert_array_equal(a, b)
