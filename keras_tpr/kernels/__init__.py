"""Accelerated versions of the portable layers, chosen automatically."""

import keras


def use_tensorflow_kernels(compute_dtype):
    """Whether the TensorFlow kernels serve a layer of this dtype."""
    return keras.config.backend() == "tensorflow" and compute_dtype == "float32"
