"""The convolutional network of the ImageNet experiments.

Batch Normalization (ICML 2015), section 4.2 and figure 5.
"""

import keras
import keras_hub
from keras import layers

from keras_tpr.layers import BatchNormalization
from zoo.batch_norm.inception_modules import (
    ADDING_UP,
    LAST,
    MODULES,
    SECOND,
    SECOND_REDUCE,
    STEM,
)
from zoo.export import zoo_export
from zoo.sentence_cnn.sentence_backbone import l2_penalty

# Each of five strides halves the image.
REDUCTION = 32
_LAST = "channels_last"


@zoo_export
class BNInceptionBackbone(keras_hub.models.Backbone):
    """Inception modules whose convolutions are normalised.

    Every convolution is followed by batch normalisation, or has a bias, and
    the activation. What figure 5 leaves open: strides lie in the last 3x3
    convolution of each branch and in the pooling; there is no local response
    normalisation, which the paper's own baseline has.

    Args:
        image_shape: `(S, S, 3)`, `S` a multiple of 32.
        activation: behind each convolution.
        batch_norm: whether convolutions are normalised.
        width_multiplier: of all numbers of channels.
        separable_stem: whether the first convolution is separable with depth
            multiplier 8, as in the published runs.
        table_literal: whether 4c and 4d have projections of 128 channels, as
            in the table, instead of 96, with which the channels add up to the
            numbers it gives.
        last_mode: `mode` of the normalisations of the modules 5a and 5b; the
            ensemble's members have `"per_activation"`.
        initial_scale: of the initial weights of convolutions, which are
            He's truncated normal ones.
        l2: strength of the L2 penalty on the weights of convolutions.
        momentum, epsilon: of the normalisations.
        dtype: of computations and weights.

    Shapes:
        RGB images `(B, S, S, 3)` in 0..255 to maps `(B, S/32, S/32, C)`, 1024
        of them at full width.

    Raises:
        ValueError: for an image that cannot be halved five times, or a width
            that is not above 0.
    """

    def __init__(
        self,
        image_shape=(224, 224, 3),
        activation="relu",
        batch_norm=True,
        width_multiplier=1.0,
        separable_stem=True,
        table_literal=False,
        last_mode="per_feature",
        initial_scale=1.0,
        l2=0.0,
        momentum=0.99,
        epsilon=1e-3,
        dtype=None,
        **kwargs,
    ):
        image_shape = tuple(image_shape)
        _check_sizes(image_shape, width_multiplier)
        make = _Convolutions(
            keras.activations.get(activation),
            batch_norm and {"momentum": momentum, "epsilon": epsilon},
            width_multiplier,
            initial_scale,
            l2,
            dtype,
        )

        # Graph
        images = keras.Input(image_shape, name="images")
        x = layers.Rescaling(1 / 127.5, -1.0, name="rescale", dtype=dtype)(
            images
        )
        x = make(x, STEM, 7, "stem", strides=2, separable=separable_stem)
        x = _pool(x, "max", "stem_pool", dtype, strides=2)
        x = make(x, SECOND_REDUCE, 1, "second_reduce")
        x = make(x, SECOND, 3, "second")
        x = _pool(x, "max", "second_pool", dtype, strides=2)
        for module in MODULES:
            make.mode = last_mode if module.name in LAST else "per_feature"
            if not table_literal and module.name in ADDING_UP:
                module = module._replace(projection=ADDING_UP[module.name])
            x = _inception(x, module, make, dtype)
        super().__init__(inputs=images, outputs=x, dtype=dtype, **kwargs)

        # Config
        self.image_shape = image_shape
        self.activation = keras.activations.get(activation)
        self.batch_norm = bool(batch_norm)
        self.width_multiplier = width_multiplier
        self.separable_stem = separable_stem
        self.table_literal = table_literal
        self.last_mode = last_mode
        self.initial_scale = initial_scale
        self.l2 = l2
        self.momentum = momentum
        self.epsilon = epsilon

    def get_config(self):
        return {
            **super().get_config(),
            "image_shape": list(self.image_shape),
            "activation": keras.activations.serialize(self.activation),
            "batch_norm": self.batch_norm,
            "width_multiplier": self.width_multiplier,
            "separable_stem": self.separable_stem,
            "table_literal": self.table_literal,
            "last_mode": self.last_mode,
            "initial_scale": self.initial_scale,
            "l2": self.l2,
            "momentum": self.momentum,
            "epsilon": self.epsilon,
        }


class _Convolutions:
    """Makes a convolution with what follows each of them.

    Attributes:
        mode: of the normalisation.
    """

    def __init__(self, activation, norm, width, scale, l2, dtype):
        self.activation = activation
        self.norm = norm
        self.width = width
        self.scale = scale
        self.l2 = l2
        self.dtype = dtype
        self.mode = "per_feature"

    def __call__(self, x, channels, size, name, strides=1, separable=False):
        initial = keras.initializers.VarianceScaling(2.0 * self.scale**2)
        options = {
            "strides": strides,
            "padding": "same",
            "use_bias": not self.norm,
            "data_format": _LAST,
            "name": f"{name}_conv",
            "dtype": self.dtype,
        }
        filters = max(1, round(channels * self.width))
        if separable:
            x = layers.SeparableConv2D(
                filters,
                size,
                depth_multiplier=8,
                depthwise_initializer=initial,
                pointwise_initializer=initial.clone(),
                depthwise_regularizer=l2_penalty(self.l2),
                pointwise_regularizer=l2_penalty(self.l2),
                **options,
            )(x)
        else:
            x = layers.Conv2D(
                filters,
                size,
                kernel_initializer=initial,
                kernel_regularizer=l2_penalty(self.l2),
                **options,
            )(x)
        if self.norm:
            x = BatchNormalization(
                mode=self.mode,
                name=f"{name}_norm",
                dtype=self.dtype,
                **self.norm,
            )(x)
        return layers.Activation(
            self.activation, name=f"{name}_activation", dtype=self.dtype
        )(x)


def _inception(x, module, make, dtype):
    """One row of the table."""
    name = f"inception_{module.name}"
    strides = 1 if module.single else 2
    branches = []
    if module.single:
        branches.append(make(x, module.single, 1, f"{name}_single"))
    triple = make(x, module.reduce, 1, f"{name}_triple_reduce")
    branches.append(
        make(triple, module.triple, 3, f"{name}_triple", strides=strides)
    )
    double = make(x, module.double_reduce, 1, f"{name}_double_reduce")
    double = make(double, module.double, 3, f"{name}_double_1")
    branches.append(
        make(double, module.double, 3, f"{name}_double_2", strides=strides)
    )
    pooled = _pool(x, module.pooling, f"{name}_pool", dtype, strides=strides)
    if module.projection:
        pooled = make(pooled, module.projection, 1, f"{name}_projection")
    branches.append(pooled)
    return layers.Concatenate(axis=-1, name=f"{name}_output", dtype=dtype)(
        branches
    )


def _pool(x, kind, name, dtype, strides):
    cls = layers.MaxPooling2D if kind == "max" else layers.AveragePooling2D
    return cls(
        3,
        strides=strides,
        padding="same",
        data_format=_LAST,
        name=name,
        dtype=dtype,
    )(x)


def _check_sizes(image_shape, width_multiplier):
    side = image_shape[0] if len(image_shape) == 3 else 0
    if image_shape != (side, side, 3) or side < 1 or side % REDUCTION:
        raise ValueError(
            f"`image_shape` must be (S, S, 3), S a multiple of {REDUCTION}. "
            f"Received: image_shape={image_shape}."
        )
    if not width_multiplier > 0:
        raise ValueError(
            "`width_multiplier` must be above 0. Received: "
            f"width_multiplier={width_multiplier!r}."
        )
