"""The network of the MNIST experiment: hidden layers of sigmoids.

Batch Normalization (ICML 2015), section 4.1.
"""

import keras
import keras_hub
from keras import ops

from keras_tpr.layers import BatchNormalization
from zoo.captioning.check_positive import check_positive
from zoo.export import zoo_export

SIDE = 28
# Half of the range of grey values: digits are read as ink, or none.
_THRESHOLD = 127.5


@zoo_export
class MNISTSigmoidBackbone(keras_hub.models.Backbone):
    """Fully connected layers `g(BN(W u))`, or `g(W u + b)`, of binary images.

    Args:
        batch_norm: whether each layer is normalised before its sigmoid; it
            has no bias then.
        units: of each layer.
        num_layers: number of hidden layers.
        initial_deviation: standard deviation of the Gaussian initial weights;
            "small" as published.
        momentum, epsilon: of the normalisations.
        dtype: of computations and weights.

    Shapes:
        Grey images `(B, 28, 28, 1)` in 0..255 to `(B, units)`.
    """

    def __init__(
        self,
        batch_norm=True,
        units=100,
        num_layers=3,
        initial_deviation=0.1,
        momentum=0.99,
        epsilon=1e-3,
        dtype=None,
        **kwargs,
    ):
        check_positive("units", units)
        check_positive("num_layers", num_layers)

        # Graph
        images = keras.Input((SIDE, SIDE, 1), name="images")
        x = keras.layers.Flatten(name="pixels", dtype=dtype)(images)
        x = ops.cast(ops.greater(x, _THRESHOLD), x.dtype)
        for number in range(1, num_layers + 1):
            x = keras.layers.Dense(
                units,
                use_bias=not batch_norm,
                kernel_initializer=keras.initializers.RandomNormal(
                    stddev=initial_deviation
                ),
                name=f"hidden_{number}",
                dtype=dtype,
            )(x)
            if batch_norm:
                x = BatchNormalization(
                    momentum=momentum,
                    epsilon=epsilon,
                    name=f"norm_{number}",
                    dtype=dtype,
                )(x)
            x = keras.layers.Activation(
                "sigmoid", name=f"sigmoid_{number}", dtype=dtype
            )(x)
        super().__init__(inputs=images, outputs=x, dtype=dtype, **kwargs)

        # Config
        self.batch_norm = batch_norm
        self.units = units
        self.num_layers = num_layers
        self.initial_deviation = initial_deviation
        self.momentum = momentum
        self.epsilon = epsilon

    def get_config(self):
        return {
            **super().get_config(),
            "batch_norm": self.batch_norm,
            "units": self.units,
            "num_layers": self.num_layers,
            "initial_deviation": self.initial_deviation,
            "momentum": self.momentum,
            "epsilon": self.epsilon,
        }
