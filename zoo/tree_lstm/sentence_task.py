"""What all models of this family share: how data get to them."""

import contextlib

import keras
import keras_hub
import numpy as np

from keras_tpr.trees import TreeBatch
from zoo.tree_lstm.data_kinds import (
    check_dataset,
    is_in_memory,
    sentence_weights,
    validation_parts,
)
from zoo.tree_lstm.sentence_batches import SentenceBatches
from zoo.vocabulary_check import check_vocabulary


class SentenceTask(keras_hub.models.TextClassifier):
    """Base of the models: a backbone with a preprocessor.

    Data are lists of sentences as people have them, for a model with a
    preprocessor; encoded inputs, a `TreeBatch` or a dict of arrays; or
    datasets of batches of either. Those in memory are encoded once, checked
    as a whole, and batched by size, with the schedule of a Tree-LSTM.

    Subclasses set `row_kind`, what rows of the input are (see `TreeRows`), and
    say how targets of encoded inputs are checked.

    Args:
        inputs, outputs: of the functional model.
        backbone: the backbone.
        preprocessor: a `SentencePreprocessor`, or None for encoded inputs.
    """

    def __init__(self, inputs, outputs, backbone, preprocessor, **kwargs):
        check_vocabulary(backbone, preprocessor)
        self._labelled = True
        super().__init__(inputs=inputs, outputs=outputs, **kwargs)
        # What may be left out is none of the graph's business.
        self.input_spec = None

    def fit(
        self,
        x=None,
        y=None,
        batch_size=None,
        sample_weight=None,
        validation_data=None,
        validation_split=None,
        shuffle=True,
        **kwargs,
    ):
        """Trains the model.

        Args:
            x: list of sentences, or encoded inputs, or a dataset of batches.
            y: targets; None for those that are part of `x`.
            batch_size: of data in memory; 25 by default, as published.
            sample_weight: a weight for each sentence in memory.
            validation_data: as `x`, or a tuple with targets and weights.
            validation_split: share of the data in memory, from their end, to
                validate on.
            shuffle: whether data in memory are put into a new order each
                epoch; `keras.utils.set_random_seed` makes it repeatable.
            **kwargs: further arguments of `keras.Model.fit`.

        Returns:
            A `keras.callbacks.History`.

        Raises:
            TypeError, ValueError: for data that are malformed, before anything
                is trained.
        """
        validation = validation_parts(validation_data)
        if is_in_memory(validation[0]):
            size = kwargs.pop("validation_batch_size", None) or batch_size
            batches = self.batches(*validation, size)
            validation_data = batches.as_keras_data()
        elif validation_data is not None:
            validation_data = self._mapped(validation_data, "validation_data")
        if not is_in_memory(x):
            # keras-hub shuffles nothing, and need not say so of a dataset.
            kwargs |= {"validation_data": validation_data, "shuffle": False}
            return self._fit_dataset(x, y, sample_weight, **kwargs)
        batches = self.batches(x, y, sample_weight, batch_size, shuffle)
        if validation_data is None and validation_split:
            validation_data = batches.split(validation_split).as_keras_data()
        return keras.Model.fit(
            self,
            batches.as_keras_data(),
            validation_data=validation_data,
            shuffle=False,
            **kwargs,
        )

    def evaluate(
        self, x=None, y=None, batch_size=None, sample_weight=None, **kwargs
    ):
        """`keras.Model.evaluate`, with data as for `fit`."""
        if not is_in_memory(x):
            check_dataset(x)
            return super().evaluate(x, y, batch_size, sample_weight, **kwargs)
        batches = self.batches(x, y, sample_weight, batch_size)
        return keras.Model.evaluate(self, batches.as_keras_data(), **kwargs)

    def predict(self, x, batch_size=None, **kwargs):
        """`keras.Model.predict`, with data as for `fit`, without targets.

        Returns:
            An array with a row for each sentence, in the order of `x`.
        """
        if not is_in_memory(x):
            check_dataset(x)
            with self._without_targets():
                return super().predict(x, batch_size, **kwargs)
        batches = self.batches(x, batch_size=batch_size, labelled=False)
        found = keras.Model.predict(self, batches.as_keras_data(), **kwargs)
        return found[np.argsort(np.concatenate(batches.batches))]

    def batches(
        self,
        x,
        y=None,
        sample_weight=None,
        batch_size=None,
        shuffle=False,
        labelled=True,
    ):
        """Encodes data that are in memory.

        Args:
            x, y, sample_weight, batch_size, shuffle: as for `fit`.
            labelled: whether there shall be targets.

        Returns:
            `SentenceBatches`.

        Raises:
            TypeError, ValueError: for data that are malformed.
        """
        rows, targets = self.encode(x, y, labelled)
        replicas = self.num_replicas() > 1
        if sample_weight is not None:
            sample_weight = sentence_weights(sample_weight, len(rows))
        return SentenceBatches(
            self.row_kind,
            rows,
            targets,
            sample_weight,
            labelled=labelled,
            batch_size=batch_size,
            shuffle=shuffle,
            # A schedule is that of a whole batch, which replicas share.
            schedule=self.backbone.uses_schedule and not replicas,
            integer_masks=replicas,
        )

    def encode(self, x, y=None, labelled=False):
        """Turns data that are in memory into rows.

        Args:
            x, y: as for `fit`.
            labelled: whether there shall be targets.

        Returns:
            `(rows, targets)`, as `SentencePreprocessor.encode` gives them.
        """
        if isinstance(x, TreeBatch):
            x = x.to_dict()
        if not (isinstance(x, dict) and "token_ids" in x):
            if self.preprocessor is not None:
                return self.preprocessor.encode(x, y, labelled)
            if not isinstance(x, dict):
                raise ValueError(
                    "This model has no preprocessor and takes encoded inputs, "
                    f"a dict of {', '.join(self.row_kind.names)}. Received "
                    f"{type(x).__name__}. Make it with `vocabulary=`, or load "
                    "a preset, to give sentences as they are."
                )
        rows = self.row_kind.from_encoded(x, self.backbone.vocabulary_size)
        if not labelled:
            return rows, None
        return self.encoded_targets(rows, x, y)

    def encoded_targets(self, rows, x, y):
        """Rows and targets of encoded inputs, checked; see `encode`."""
        raise NotImplementedError

    def check_words(self):
        """Raises a `ValueError` unless sentences are taken as they are."""
        if self.preprocessor is None:
            raise ValueError(
                "`explain` reads words: make the model with `vocabulary=`, or "
                "load a preset."
            )

    def preprocess_samples(self, x, y=None, sample_weight=None):
        if self.preprocessor is None:
            return keras.utils.pack_x_y_sample_weight(x, y, sample_weight)
        return self.preprocessor(
            x, y=y, sample_weight=sample_weight, labelled=self._labelled
        )

    def _fit_dataset(self, x, y, sample_weight, validation_data, **kwargs):
        for name, value in (("y", y), ("sample_weight", sample_weight)):
            if value is not None:
                raise ValueError(
                    f"`{name}` must be part of the dataset. Received both."
                )
        return keras.Model.fit(
            self,
            self._mapped(x),
            validation_data=validation_data,
            **kwargs,
        )

    def _mapped(self, data, name="x"):
        """A dataset with its batches encoded."""
        check_dataset(data, name)
        if self.preprocessor is None or not hasattr(data, "map"):
            return data
        return data.map(self.preprocess_samples)

    def num_replicas(self):
        """The number of replicas of a `tf.distribute` strategy."""
        if keras.config.backend() != "tensorflow":
            return 1
        return self.distribute_strategy.num_replicas_in_sync

    @contextlib.contextmanager
    def _without_targets(self):
        self._labelled = False
        try:
            yield
        finally:
            self._labelled = True
