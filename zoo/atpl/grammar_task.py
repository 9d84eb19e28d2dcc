"""What the models of grammar share."""

import keras
import numpy as np

from zoo.atpl.word_rows import filled
from zoo.tree_lstm.data_kinds import check_dataset, is_in_memory
from zoo.tree_lstm.sentence_task import SentenceTask


class GrammarTask(SentenceTask):
    """Base of the models: a backbone with a preprocessor.

    Data are lists of sentences, in any form that `read_sentence` takes, for a
    model with a preprocessor; or encoded inputs, a dict of arrays; or datasets
    of batches of encoded inputs.

    Args:
        inputs, outputs: of the functional model.
        backbone: the backbone.
        preprocessor: a `GrammarPreprocessor`, or None for encoded inputs.
    """

    @property
    def row_kind(self):
        return self.backbone.row_kind

    def predict(self, x, batch_size=None, **kwargs):
        """Predicts for all words.

        Args:
            x: sentences, or encoded inputs, or a dataset of batches.
            batch_size: of data in memory.
            **kwargs: of `keras.Model.predict`, for a dataset.

        Returns:
            An array `(B, T, ...)` with a row for each sentence, in the order
            of `x`, zeros behind its words.
        """
        if not is_in_memory(x):
            check_dataset(x)
            with self._without_targets():
                return super().predict(x, batch_size, **kwargs)
        rows = self.predict_each(x, batch_size)
        longest = max(1, *map(len, rows))
        return filled(rows, longest)

    def predict_each(self, x, batch_size=None):
        """What `predict` gives, as a list of arrays `(T, ...)`.

        Args:
            x: sentences, or encoded inputs.
            batch_size: number of sentences that are read at a time.
        """
        size = 64 if batch_size is None else batch_size
        batches = self.batches(x, batch_size=size, labelled=False)
        found = [None] * len(batches.rows)
        for index, numbers in enumerate(batches.batches):
            outputs = self.predict_on_batch(batches[index][0])
            for number, values in zip(numbers, outputs, strict=True):
                size = batches.sizes[number] + self.row_kind.room
                found[number] = np.asarray(values)[:size]
        return found

    def compile(
        self,
        optimizer="auto",
        loss="auto",
        *,
        weighted_metrics="auto",
        **kwargs,
    ):
        """Configures training.

        Args:
            optimizer, loss, weighted_metrics, **kwargs: of
                `keras.Model.compile`; see `default_compile`.
        """
        given = {
            "optimizer": optimizer,
            "loss": loss,
            "weighted_metrics": weighted_metrics,
        }
        defaults = self.default_compile()
        chosen = {
            name: defaults[name]
            if isinstance(value, str) and value == "auto"
            else value
            for name, value in given.items()
        }
        kwargs.setdefault("metrics", None)
        super().compile(**chosen, **kwargs)

    def default_compile(self):
        """A dict of `optimizer`, `loss` and `weighted_metrics`."""
        raise NotImplementedError

    def encoded_targets(self, rows, x, y):
        raise NotImplementedError


def check_some_labels(rows):
    """Raises a `ValueError` unless encoded rows have `labels`."""
    if rows[0].labels is None:
        raise ValueError(
            "`labels` are missing: a class for each word, -1 for none, beside "
            "`token_ids`, or as `y`."
        )


def adam(learning_rate):
    """The optimizer of these models, with the clipping of the captioner."""
    return keras.optimizers.Adam(learning_rate, global_clipnorm=5.0)
