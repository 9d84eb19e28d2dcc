"""Batch normalisation with the unbiased variance, masks, and fused kernels."""

import numbers
import warnings
from typing import Any, NamedTuple

import keras
from keras import ops

from keras_tpr.kernels import use_tensorflow_kernels
from keras_tpr.layers.batch_moments import batch_moments
from keras_tpr.layers.k_max_checks import check_implementation

MODES = ("per_feature", "per_activation")
# The least that every kernel takes.
_LEAST_EPSILON = 1.001e-5


class Statistics(NamedTuple):
    """What a batch adds to the moving statistics, in the shape of weights.

    Attributes:
        mean: of the batch.
        variance: likewise, times m/(m-1) unless the layer is biased.
        count: number of values `m`, of each weight or of all.
    """

    mean: Any
    variance: Any
    count: Any


@keras.saving.register_keras_serializable(package="keras_tpr")
class BatchNormalization(keras.layers.BatchNormalization):
    """Normalises activations by the mean and the variance of their batch.

    In training `y = gamma (x - mean) / sqrt(variance + epsilon) + beta` with
    the statistics of the batch, which take part in back-propagation; otherwise
    with moving averages of them. Keras' layer of this name, which this one
    extends and replaces, differs in that

    * it keeps the biased variance of a batch, where the paper's is times
      m/(m-1): of batches of 4 it is a quarter too small;
    * a batch that is masked as a whole counts there as one of zeros; here it
      leaves the averages as they are;
    * masks need not have all axes; statistics for each activation and fused
      kernels are only here.

    `trainable = False` means inference, in training too. Put the layer before
    the activation, behind a linear layer with `use_bias=False`: its bias would
    be lost, and beta takes its place.

    Args:
        axis: of the features.
        momentum: share of the moving averages that a batch leaves, in [0, 1].
        epsilon: added to variances, above 0; the paper names none.
        center, scale: whether there are beta and gamma.
        unbiased: whether moving variances are of the population (m/(m-1)).
        mode: `"per_feature"`: all positions share statistics, gamma and beta;
            `"per_activation"`: each position and feature has its own, over the
            examples alone. Its input has a fixed size.
        synchronized: whether replicas of a `tf.distribute` strategy share
            statistics. JAX shares those of a distributed batch anyway.
        implementation: `"auto"` runs TensorFlow's fused kernel in float32
            where it gives the same numbers; `"portable"` nowhere.
        **kwargs: initializers, regularizers and constraints of beta, gamma and
            the moving statistics as Keras' layer has them, `name`, `dtype`.

    Call arguments:
        inputs: `(B, ..., C)`, or with the features on `axis`.
        training: a boolean, or a boolean tensor `()`.
        mask: boolean, the axes of the input without that of the features;
            some may lack at the end: `(B, T)` goes with `(B, T, R, C)`.

    Shapes:
        That of the input. Weights: `gamma`, `beta`, `moving_mean` and
        `moving_variance` `(C,)`; in the mode `"per_activation"` as the input
        without its first axis.

    Masking:
        Masked positions enter neither statistics nor their count; they are
        normalised like others, and the mask is passed on.

    Raises:
        ValueError: for arguments out of range, `renorm`, or an input whose
            size must be fixed and is not.

    A batch of one value has variance 0, gives beta, and moves the variance
    towards 0: of that there is a warning once, where the size is known before
    the graph runs. Statistics are computed and kept in float32 at least.

    Example:

    >>> import numpy as np
    >>> from keras_tpr.layers import BatchNormalization
    >>> layer = BatchNormalization(momentum=0.0)
    >>> y = layer(np.array([[1.0], [3.0]], "float32"), training=True)
    >>> np.asarray(y).round(2).ravel().tolist()
    [-1.0, 1.0]
    >>> float(layer.moving_variance[0])
    2.0

    Reference:
        Ioffe and Szegedy, Batch Normalization, ICML 2015, algorithms 1 and 2.
    """

    def __init__(
        self,
        axis=-1,
        momentum=0.99,
        epsilon=1e-3,
        center=True,
        scale=True,
        unbiased=True,
        mode="per_feature",
        synchronized=False,
        implementation="auto",
        **kwargs,
    ):
        _check_arguments(momentum, epsilon, mode, kwargs)
        check_implementation(implementation)
        super().__init__(
            axis=axis,
            momentum=momentum,
            epsilon=epsilon,
            center=center,
            scale=scale,
            synchronized=synchronized,
            **kwargs,
        )
        self.unbiased = unbiased
        self.mode = mode
        self.implementation = implementation
        self.uses_kernel = (
            implementation == "auto"
            and mode == "per_feature"
            and not synchronized
            and epsilon >= _LEAST_EPSILON
            and use_tensorflow_kernels(self.compute_dtype)
        )
        # Takes the statistics of batches instead of the moving averages.
        self._observer = None
        self._has_warned = False

    def build(self, input_shape):
        rank = len(input_shape)
        axis = self._checked_axis(input_shape)
        if self.mode == "per_activation":
            shape = tuple(input_shape[1:])
            self._reduction_axes = (0,)
            self._broadcast = (1, *shape)
            fixed = dict(enumerate(shape, start=1))
        else:
            shape = (input_shape[axis],)
            self._reduction_axes = tuple(a for a in range(rank) if a != axis)
            self._broadcast = (1,) * axis + shape + (1,) * (rank - axis - 1)
            fixed = {axis: shape[0]}
        self.input_spec = keras.layers.InputSpec(ndim=rank, axes=fixed)
        for name, there in (("gamma", self.scale), ("beta", self.center)):
            if there:
                weight = self._add_weight(name, shape, trainable=True)
                setattr(self, name, weight)
        # Squares of half precision numbers need more room.
        dtype = keras.backend.result_type(self.variable_dtype, "float32")
        for name in ("moving_mean", "moving_variance"):
            weight = self._add_weight(name, shape, trainable=False, dtype=dtype)
            setattr(self, name, weight)

    def call(self, inputs, training=None, mask=None):
        dtype = keras.backend.result_type(inputs.dtype, "float32")
        x = ops.cast(inputs, dtype)
        if not self.trainable:
            training = False
        elif not ops.is_tensor(training):
            training = bool(training)
        if training is False:
            return ops.cast(self._by_moving_statistics(x), self.compute_dtype)
        if mask is not None:
            mask = self._aligned(mask, x)
        outputs, statistics = self._by_batch_statistics(x, mask)
        if training is not True:
            training = ops.cast(training, "bool")
            outputs = ops.where(
                training, outputs, self._by_moving_statistics(x)
            )
        self._keep(statistics, training)
        return ops.cast(outputs, self.compute_dtype)

    def get_config(self):
        config = super().get_config()
        for name in ("renorm", "renorm_clipping", "renorm_momentum"):
            del config[name]
        return {
            **config,
            "unbiased": self.unbiased,
            "mode": self.mode,
            "implementation": self.implementation,
        }

    def _by_moving_statistics(self, x):
        mean = self._like(x, self.moving_mean)
        scale = self._scale(x, self._like(x, self.moving_variance))
        shift = -mean * scale
        if self.center:
            shift = shift + self._like(x, self.beta)
        return x * scale + shift

    def _by_batch_statistics(self, x, mask):
        """The outputs in training, and the `Statistics` of the batch."""
        if self.uses_kernel and mask is None and self._suits_kernel(x):
            return self._run_kernel(x)
        total = None
        if self.synchronized:
            from keras_tpr.kernels.tensorflow import replica_sum as total
        moments = batch_moments(x, self._reduction_axes, mask, total)
        outputs = self._normalized(x, moments.mean, moments.variance)
        shape, count = self.moving_mean.shape, self._count(moments.count)
        variance = ops.reshape(moments.variance, shape)
        if self.unbiased:
            variance = variance * population_factor(count)
        mean = ops.reshape(moments.mean, shape)
        return outputs, Statistics(mean, variance, count)

    def _count(self, count):
        """The count as a number; per activation as masks have it, `(T, 1)`."""
        if isinstance(count, int) or not len(count.shape):
            return count
        shape = () if self.mode == "per_feature" else count.shape[1:]
        return ops.reshape(count, shape)

    def _normalized(self, x, mean, variance):
        outputs = (x - mean) * self._scale(x, variance)
        return outputs + self._like(x, self.beta) if self.center else outputs

    def _run_kernel(self, x):
        from keras_tpr.kernels.tensorflow import fused_batch_norm

        outputs, mean, variance, count = fused_batch_norm(
            x, self.gamma, self.beta, self.epsilon
        )
        if not self.unbiased:
            variance = variance / population_factor(count)
        return outputs, Statistics(mean, variance, count)

    def _keep(self, statistics, training):
        mean, variance, count = statistics
        if self._observer is not None:
            self._observer(statistics)
            return
        if isinstance(count, int) and count == 1:
            self._warn_of_one_value()
        kept = training
        if not isinstance(count, int) or count == 0:
            there = ops.greater(count, 0)
            kept = there if kept is True else ops.logical_and(there, kept)
        for moving, value in (
            (self.moving_mean, mean),
            (self.moving_variance, variance),
        ):
            value = ops.cast(ops.stop_gradient(value), moving.dtype)
            before = ops.convert_to_tensor(moving)
            after = before * self.momentum + value * (1.0 - self.momentum)
            moving.assign(
                after if kept is True else ops.where(kept, after, before)
            )

    def _scale(self, x, variance):
        scale = ops.rsqrt(variance + self.epsilon)
        return scale * self._like(x, self.gamma) if self.scale else scale

    def _like(self, x, weight):
        """A weight that goes with `x`."""
        return ops.reshape(ops.cast(weight, x.dtype), self._broadcast)

    def _suits_kernel(self, x):
        last = self.axis in (-1, len(x.shape) - 1)
        return last and keras.backend.standardize_dtype(x.dtype) == "float32"

    def _aligned(self, mask, x):
        """The mask with as many axes as `x`."""
        rank = len(x.shape)
        if not 1 <= len(mask.shape) < rank:
            raise ValueError(
                "`mask` must have the first axes of the input "
                f"{tuple(x.shape)} without that of the features. Received "
                f"shape {tuple(mask.shape)}."
            )
        mask = ops.cast(mask, "bool")
        for _ in range(rank - 1 - len(mask.shape)):
            mask = ops.expand_dims(mask, -1)
        return ops.expand_dims(mask, self.axis % rank)

    def _checked_axis(self, input_shape):
        rank = len(input_shape)
        if rank < 2 or not -rank <= self.axis < rank:
            raise ValueError(
                f"`axis` must be one of an input of at least two axes. "
                f"Received: axis={self.axis}, shape {tuple(input_shape)}."
            )
        axis = self.axis % rank
        needed = (axis,) if self.mode == "per_feature" else range(1, rank)
        if any(input_shape[a] is None for a in needed):
            raise ValueError(
                f'`mode="{self.mode}"` needs inputs whose '
                f"{'axis ' if self.mode == 'per_feature' else 'axes '}"
                f"{', '.join(map(str, needed))} are of a fixed size. Received "
                f"shape {tuple(input_shape)}."
            )
        return axis

    def _add_weight(self, name, shape, trainable, dtype=None):
        return self.add_weight(
            shape=shape,
            name=name,
            initializer=getattr(self, f"{name}_initializer"),
            regularizer=getattr(self, f"{name}_regularizer", None),
            constraint=getattr(self, f"{name}_constraint", None),
            trainable=trainable,
            autocast=False,
            dtype=dtype,
        )

    def _warn_of_one_value(self):
        if self._has_warned:
            return
        self._has_warned = True
        warnings.warn(
            f"{self.name!r} is trained on a batch of one value for each "
            "weight: its variance is 0, its output beta. Give larger batches, "
            "or freeze the layer with `trainable = False`.",
            stacklevel=2,
        )


def population_factor(count):
    """m/(m-1), by which the variance of a batch is that of its population.

    1 for a single value, of which nothing is known.
    """
    if isinstance(count, int):
        return count / max(count - 1, 1)
    return count / ops.maximum(count - 1.0, ops.ones((), count.dtype))


def _check_arguments(momentum, epsilon, mode, others):
    if not isinstance(momentum, numbers.Real) or not 0.0 <= momentum <= 1.0:
        raise ValueError(
            "`momentum` is the share that moving averages keep, from 0 to 1. "
            f"Received: momentum={momentum!r}."
        )
    if not isinstance(epsilon, numbers.Real) or not epsilon > 0.0:
        raise ValueError(
            f"`epsilon` must be above 0. Received: epsilon={epsilon!r}."
        )
    if mode not in MODES:
        raise ValueError(
            f"`mode` must be one of {MODES}. Received: mode={mode!r}."
        )
    if others.get("renorm"):
        raise ValueError(
            "`renorm` is no part of this layer. Use "
            "`keras.layers.BatchNormalization`."
        )
