"""F1 of a parser on validation trees, at the end of each pass."""

import keras

from keras_tpr.metrics import bracketing_scores


class ValidationF1(keras.callbacks.Callback):
    """Adds `val_f1`, with predicted rows, to the logs of a pass.

    Args:
        parser: A `zoo.ATPLParser` with a preprocessor, which is set aside
            while batches are encoded already.
        trees: The gold `Tree`s.
    """

    def __init__(self, parser, trees):
        super().__init__()
        self.preprocessor = parser.preprocessor
        self.trees = trees

    def on_epoch_end(self, epoch, logs=None):
        aside = self.model.preprocessor
        self.model.preprocessor = self.preprocessor
        try:
            found = self.model.parse([tree.words() for tree in self.trees])
        finally:
            self.model.preprocessor = aside
        logs["val_f1"] = bracketing_scores(self.trees, found)["f1"]
