"""Statistics of the population for the batch normalisations of a model."""

import itertools
import warnings

import keras
import numpy as np
from keras import ops

from keras_tpr.layers.batch_normalization import BatchNormalization


def estimate_population_statistics(model, data, steps=None):
    """Replaces the moving statistics of a trained model by those of data.

    Runs the model in training mode over batches, without training it, and
    writes into every `BatchNormalization` of this package the mean over the
    batches of their means and of their variances, each times m/(m-1) (unless
    the layer is biased). All layers see the same passes. Nothing else of the
    model changes: no other weight, no state of its random generators; layers
    that are frozen, and Keras' own layers, keep what they have.

    Each batch counts the same. One without a real position counts for nothing,
    and one of a single value, which has no variance, for the mean alone.

    Args:
        model: a built Keras model.
        data: batches of what the model itself takes (without preprocessing),
            of about the size that it was trained with: a `tf.data.Dataset`, a
            `keras.utils.PyDataset`, or any iterable. Of a tuple
            `(x, y[, sample_weight])` only `x` is used.
        steps: number of batches; None for all, which must come to an end.

    Raises:
        TypeError: if `data` is an array and no batches.
        ValueError: if there is no layer to estimate, no batch, or no batch
            with several values. The model is as it was then.

    Warns if there are fewer than `steps` batches.

    Example:

    >>> import keras
    >>> import numpy as np
    >>> from keras_tpr.layers import (
    ...     BatchNormalization,
    ...     estimate_population_statistics,
    ... )
    >>> model = keras.Sequential([keras.Input((1,)), BatchNormalization()])
    >>> batches = np.array([[[1.0], [3.0]], [[4.0], [8.0]]])
    >>> estimate_population_statistics(model, iter(batches))
    >>> [float(weight[0]) for weight in model.layers[0].get_weights()[2:]]
    [4.0, 5.0]

    Reference:
        Ioffe and Szegedy, Batch Normalization, ICML 2015, algorithm 2.
    """
    layers = _layers_of(model)
    batches = _batches(data, steps)
    # In order, as layers of models inside models may have the same path.
    sums = [_Sums() for _ in layers]
    state = [
        (variable, ops.convert_to_numpy(variable))
        for variable in model.variables
        if not variable.trainable
    ]
    count = 0
    try:
        for layer, found in zip(layers, sums, strict=True):
            layer._observer = found.add
        for x in batches:
            model(x, training=True)
            count += 1
    finally:
        for layer in layers:
            layer._observer = None
        for variable, value in state:
            variable.assign(value)
    _check(layers, sums, count, steps)
    for layer, found in zip(layers, sums, strict=True):
        statistics = layer.moving_mean, layer.moving_variance
        for moving, (there, value) in zip(
            statistics, found.means(), strict=True
        ):
            before = ops.convert_to_numpy(moving)
            moving.assign(np.where(there, value, before).astype(before.dtype))


class _Sums:
    """Sums over batches, and of how many batches, of one layer."""

    def __init__(self):
        self.mean = self.variance = 0.0
        self.means_seen = self.variances_seen = 0

    def add(self, statistics):
        mean, variance, count = (
            np.asarray(value, "float64")
            for value in keras.tree.map_structure(_to_numpy, tuple(statistics))
        )
        self.mean = self.mean + np.where(count > 0, mean, 0.0)
        self.means_seen = self.means_seen + (count > 0)
        self.variance = self.variance + np.where(count > 1, variance, 0.0)
        self.variances_seen = self.variances_seen + (count > 1)

    def means(self):
        """Of mean and variance: where there were values, and the mean."""
        return [
            (seen > 0, total / np.maximum(seen, 1))
            for total, seen in (
                (self.mean, self.means_seen),
                (self.variance, self.variances_seen),
            )
        ]


def _to_numpy(value):
    return ops.convert_to_numpy(value) if ops.is_tensor(value) else value


def _layers_of(model):
    layers = [
        layer
        for layer in model._flatten_layers()
        if isinstance(layer, BatchNormalization) and layer.trainable
    ]
    if not layers:
        raise ValueError(
            f"`model` {model.name!r} has no trainable `BatchNormalization` of "
            "keras_tpr: there is nothing to estimate."
        )
    if not all(layer.built for layer in layers):
        raise ValueError(
            f"`model` {model.name!r} is not built. Call it on a batch first."
        )
    return layers


def _batches(data, steps):
    """Yields the inputs of the batches."""
    if steps is not None and (isinstance(steps, bool) or steps < 1):
        raise ValueError(
            f"`steps` must be a positive integer or None. Received: {steps!r}."
        )
    if ops.is_tensor(data) or isinstance(data, (np.ndarray, dict)):
        raise TypeError(
            "`data` must be batches, such as `tf.data.Dataset."
            "from_tensor_slices(x).batch(60)`. Received: "
            f"{type(data).__name__}."
        )
    if isinstance(data, keras.utils.PyDataset):
        # By itself it would go on without end.
        data = map(data.__getitem__, range(len(data)))
    for batch in itertools.islice(data, steps):
        yield keras.utils.unpack_x_y_sample_weight(batch)[0]


def _check(layers, sums, count, steps):
    if not count:
        raise ValueError(
            "`data` is empty: there is no batch to estimate statistics from."
        )
    for layer, found in zip(layers, sums, strict=True):
        if not np.any(found.variances_seen):
            raise ValueError(
                f"No batch has several values for {layer.path!r}: its "
                "variance cannot be estimated. Give larger batches."
            )
    if steps is not None and count < steps:
        warnings.warn(
            f"`data` has {count} batches, fewer than `steps={steps}`; the "
            "statistics are of these.",
            stacklevel=3,
        )
