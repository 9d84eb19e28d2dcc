"""Batch normalisations in training, as every back end computes them."""

import keras
import numpy as np
from gradients_of import gradients_of
from keras import ops

from keras_tpr.layers import (
    BatchNormalization,
    GhostBatchNormalization,
    estimate_population_statistics,
    fold_batch_norm,
)

# Batch, positions and features are equal, so that no mistaken broadcast fails.
X, UPSTREAM = (
    np.random.default_rng(5).standard_normal((2, 5, 5, 5)).astype("float32")
)
MASK = np.arange(5) < np.array([[5], [2], [1], [4], [0]])
CASES = {
    "plain": (BatchNormalization, {}, None),
    "masked": (BatchNormalization, {"momentum": 0.5}, MASK),
    "per activation": (BatchNormalization, {"mode": "per_activation"}, MASK),
    "features in front": (BatchNormalization, {"axis": 1}, MASK),
    "ghost": (GhostBatchNormalization, {"group_size": 2}, MASK),
}


def batch_norm_results():
    """A dict of arrays."""
    found = {}
    for name, (cls, options, mask) in CASES.items():
        parts = _training(cls(**options), mask)
        found |= {f"batch norm, {name}/{k}": v for k, v in parts.items()}
    return found | _whole_model()


def _training(layer, mask):
    layer.build(X.shape)
    x = keras.Variable(X)

    def loss():
        outputs = layer(x, training=True, mask=mask)
        return ops.sum(outputs * ops.convert_to_tensor(UPSTREAM))

    # Only some back ends keep statistics while they make gradients.
    outputs, inference = layer(X, training=True, mask=mask), layer(X)
    gradients = gradients_of(loss, [x, layer.gamma, layer.beta])
    return {
        "outputs": outputs,
        "inference": inference,
        "of x": gradients[0],
        "of gamma": gradients[1],
        "of beta": gradients[2],
    }


def _whole_model():
    """Statistics of the population, then folded."""
    model = keras.Sequential(
        [
            keras.Input((5, 5)),
            keras.layers.Conv1D(3, 2, use_bias=False),
            BatchNormalization(),
            keras.layers.ReLU(),
        ]
    )
    kernel = X[:2, :, :3]
    model.layers[0].set_weights([kernel])
    estimate_population_statistics(model, [X[:3], X[3:]])
    return {
        "batch norm, model": model(X),
        "batch norm, folded": fold_batch_norm(model)(X),
    }
