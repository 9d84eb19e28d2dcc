"""What one sigmoid receives in the course of training."""

import keras
import numpy as np

PERCENTILES = (15, 50, 85)
GROUP = "sigmoid input"
UNIT = 0


class SigmoidInputs(keras.callbacks.Callback):
    """Logs percentiles of the input of one sigmoid of the last hidden layer.

    Over fixed images, in inference.

    Args:
        network: A `MNISTSigmoidBackbone`.
        images: Images as it takes them.
    """

    def __init__(self, network, images):
        super().__init__()
        last = network.get_layer(f"sigmoid_{network.num_layers}")
        self.probe = keras.Model(network.input, last.input)
        self.images = images

    def on_epoch_end(self, epoch, logs=None):
        values = self.probe(self.images, training=False)[:, UNIT]
        found = np.percentile(keras.ops.convert_to_numpy(values), PERCENTILES)
        for percentile, value in zip(PERCENTILES, found, strict=True):
            logs[log_name(percentile)] = float(value)


def log_name(percentile):
    """How the log calls a percentile."""
    return f"{GROUP}/{percentile} %"
