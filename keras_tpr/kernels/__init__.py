"""Accelerated versions of the portable layers, chosen automatically."""

import keras


def use_tensorflow_kernels(compute_dtype):
    """Whether the TensorFlow kernels serve a layer of this dtype."""
    return keras.config.backend() == "tensorflow" and compute_dtype == "float32"


def check_one_replica(name):
    """Refuses what cannot be put together from the parts of replicas."""
    if keras.config.backend() != "tensorflow":
        return
    from keras_tpr.kernels.tensorflow.num_replicas import num_replicas

    if num_replicas() > 1:
        raise ValueError(
            f"`{name}` needs the whole epoch in one place. It was made within "
            f"a strategy of {num_replicas()} replicas. Score the result of "
            "`model.predict` with it instead."
        )
