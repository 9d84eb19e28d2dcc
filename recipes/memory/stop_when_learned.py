"""Ends training that has nothing left to learn."""

import keras


class StopWhenLearned(keras.callbacks.Callback):
    """Stops once the loss of an epoch is at most `loss`.

    A margin loss is exactly zero once all are ahead by the margin.

    Args:
        loss: That loss.
    """

    def __init__(self, loss=0.0):
        super().__init__()
        self.loss = loss

    def on_epoch_end(self, epoch, logs=None):
        if logs["loss"] <= self.loss:
            self.model.stop_training = True
