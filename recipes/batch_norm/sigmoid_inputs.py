"""What sigmoids receive in the course of training."""

import keras
import numpy as np

PERCENTILES = (15, 50, 85)
# The sigmoid whose percentiles are followed, and how many have their median
# followed: one alone may be an exception.
UNIT, UNITS = 0, 20


class SigmoidInputs(keras.callbacks.Callback):
    """Logs what sigmoids of the last hidden layer receive.

    Over fixed images, as in training: normalised by the statistics of these
    images, which leave no trace in the moving ones.

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
        values = self._inputs()
        found = np.percentile(values[:, UNIT], PERCENTILES)
        for percentile, value in zip(PERCENTILES, found, strict=True):
            logs[percentile_name(percentile)] = float(value)
        for unit, median in enumerate(np.median(values[:, :UNITS], axis=0)):
            logs[median_name(unit)] = float(median)

    def _inputs(self):
        state = self.probe.non_trainable_variables
        kept = [keras.ops.convert_to_numpy(variable) for variable in state]
        values = self.probe(self.images, training=True)
        for variable, value in zip(state, kept, strict=True):
            variable.assign(value)
        return keras.ops.convert_to_numpy(values)


def percentile_name(percentile):
    """How the log calls a percentile."""
    return f"sigmoid input/{percentile} %"


def median_name(unit):
    """How the log calls the median of a sigmoid."""
    return f"medians/{unit}"
