"""Reusable Keras layers, losses and metrics for structured sentences.

Importing this package registers every layer, loss, metric and optimiser with
Keras, so that a saved model loads without `custom_objects`. It imports Keras
and NumPy only; the model zoo is served on first use: `from keras_tpr import
zoo` is the same as `import zoo`.
"""

import importlib

from keras_tpr import initializers, layers, losses, metrics, optimizers

__version__ = "0.1.0"

__all__ = [
    "analysis",
    "callbacks",
    "initializers",
    "layers",
    "losses",
    "metrics",
    "optimizers",
    "trees",
    "zoo",
]

_LAZY = {
    "analysis": "keras_tpr.analysis",
    "callbacks": "keras_tpr.callbacks",
    "trees": "keras_tpr.trees",
    "zoo": "zoo",
}


def __getattr__(name):
    if name in _LAZY:
        return importlib.import_module(_LAZY[name])
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return sorted(__all__)
