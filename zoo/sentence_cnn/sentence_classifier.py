"""What the classifiers of sentences share: head, training, data."""

import keras
import keras_hub
import numpy as np

from keras_tpr.optimizers import SparseAdagrad
from zoo.sentence_cnn.check_dataset import check_dataset
from zoo.sentence_cnn.checked_weights import checked_weights
from zoo.sentence_cnn.class_labels import (
    class_ids,
    class_ids_in_graph,
    class_names_of,
)
from zoo.sentence_cnn.encoded_sentences import encoded_rows, is_encoded
from zoo.sentence_cnn.explains_sentences import ExplainsSentences
from zoo.sentence_cnn.length_batches import LengthBatches
from zoo.sentence_cnn.sentence_backbone import l2_penalty
from zoo.text_rows import in_graph, text_rows
from zoo.vocabulary_check import check_vocabulary


class SentenceClassifier(ExplainsSentences, keras_hub.models.TextClassifier):
    """A backbone with dropout and a softmax over classes.

    With a preprocessor, sentences are texts or lists of words; without one,
    and with as well, they can be encoded: integers `(B, T)`, 0 behind the
    words, or a dict with these as `token_ids`. Labels are numbers of classes,
    or their names.

    Args:
        backbone: a `SentenceBackbone`.
        num_classes: number of classes; None for that of `class_names`.
        preprocessor: a `SentenceClassifierPreprocessor`, or None.
        activation: of the head; `"softmax"` gives probabilities.
        dropout: rate on the features, in training only.
        class_names: in the order of the outputs; None for their numbers.
        l2: strength of the L2 penalty on the head's weights.

    Raises:
        ValueError: if the preprocessor's vocabulary is not the one that the
            backbone's weights were made for, or classes do not fit.
    """

    def __init__(
        self,
        backbone,
        num_classes=None,
        preprocessor=None,
        activation="softmax",
        dropout=0.5,
        class_names=None,
        l2=0.0,
        **kwargs,
    ):
        check_vocabulary(backbone, preprocessor)
        names = class_names_of(num_classes, class_names)

        # Layers
        self.backbone = backbone
        self.preprocessor = preprocessor
        dtype = backbone.dtype_policy
        self.dropout_layer = keras.layers.Dropout(
            dropout, name="dropout", dtype=dtype
        )
        self.head = keras.layers.Dense(
            len(names),
            activation=activation,
            kernel_regularizer=l2_penalty(l2),
            name="head",
            # Probabilities are not rounded.
            dtype="float32",
        )

        # Which `compile`, called by the base class, asks for.
        self.activation = keras.activations.get(activation)

        # Graph
        inputs = backbone.input
        features = self.dropout_layer(backbone(inputs))
        super().__init__(inputs=inputs, outputs=self.head(features), **kwargs)

        # Config
        self.num_classes = len(names)
        self.class_names = list(names)
        self.dropout = dropout
        self.l2 = l2

    def call(self, inputs, training=None, mask=None):
        if not isinstance(inputs, dict):
            inputs = {"token_ids": inputs}
        inputs = {"token_ids": inputs["token_ids"]}
        return super().call(inputs, training=training)

    def compile(
        self, optimizer="auto", loss="auto", *, metrics="auto", **kwargs
    ):
        """Configures training.

        By default AdaGrad, as published, with learning rate 0.05, which is
        not, the cross-entropy of the classes, and `accuracy`.

        Args:
            optimizer, loss, metrics, **kwargs: of `keras.Model.compile`.
        """
        if optimizer == "auto":
            # With Keras' start, 0.1, the vectors of rare words hardly move.
            optimizer = SparseAdagrad(0.05, initial_accumulator_value=1e-3)
        if metrics == "auto":
            metrics = [keras.metrics.SparseCategoricalAccuracy("accuracy")]
        super().compile(optimizer, loss, metrics=metrics, **kwargs)

    def compile_for_tuning(self):
        """`compile` for weights that are trained already.

        AdaGrad with learning rate 0.01 that starts from squares of 0.1: the
        default's first steps are so long that they forget what was learnt.
        """
        self.compile(SparseAdagrad(0.01, initial_accumulator_value=0.1))

    def merged(self):
        """The same classifier without `fixed_vectors`: smaller, equal outputs.

        Returns:
            A classifier compiled for tuning; itself if it has none.
        """
        backbone = self.backbone.merged()
        if backbone is self.backbone:
            return self
        parts = {"backbone": backbone, "preprocessor": self.preprocessor}
        classifier = type(self).from_config({**self.get_config(), **parts})
        classifier.head.set_weights(self.head.get_weights())
        classifier.compile_for_tuning()
        return classifier

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
        """Trains the classifier.

        Data in memory are checked as a whole before training begins, and put
        into batches of about one length.

        Args:
            x: sentences, see the class; or a batched `tf.data.Dataset` (or
                grain dataset) of sentences and labels, which comes in its own
                order.
            y: labels of sentences in memory.
            batch_size: of data in memory; 50 by default.
            sample_weight: one weight for each sentence in memory.
            validation_data: a tuple `(x, y)` or `(x, y, sample_weight)`, or a
                dataset.
            validation_split: share of the data in memory, from their end, to
                validate on.
            shuffle: whether data in memory are put into a new order each
                epoch; `keras.utils.set_random_seed` makes it repeatable.
            **kwargs: further arguments of `keras.Model.fit`.

        Returns:
            A `keras.callbacks.History`.

        Raises:
            TypeError, ValueError: for data that do not fit; a label that is
                no class is named with its sentence.
        """
        if _is_dataset(x):
            check_dataset(x, labelled=True)
        if isinstance(validation_data, tuple):
            size = kwargs.pop("validation_batch_size", None) or batch_size
            validation_data = self._batches(
                *keras.utils.unpack_x_y_sample_weight(validation_data),
                size,
                name="validation_data",
            ).as_keras_data()
        elif validation_data is not None:
            if not _is_dataset(validation_data):
                raise TypeError(
                    "`validation_data` must be a tuple `(x, y)` or `(x, y, "
                    "sample_weight)`, or a dataset. Received: "
                    f"{type(validation_data).__name__}."
                )
            check_dataset(validation_data, "validation_data", labelled=True)
            if not _is_dataset(x):
                validation_data = validation_data.map(self.preprocess_samples)
        if _is_dataset(x) and isinstance(validation_data, LengthBatches):
            # Past keras-hub, which would encode them again and cannot.
            return keras.Model.fit(
                self,
                x.map(self.preprocess_samples),
                y,
                sample_weight=sample_weight,
                validation_data=validation_data,
                validation_split=validation_split or 0.0,
                shuffle=False,
                **kwargs,
            )
        if _is_dataset(x):
            return super().fit(
                x,
                y,
                batch_size,
                sample_weight,
                validation_data,
                validation_split,
                # keras-hub shuffles nothing, and need not say so of a dataset.
                shuffle=False,
                **kwargs,
            )
        batches = self._batches(x, y, sample_weight, batch_size, shuffle)
        if validation_data is None and validation_split:
            validation_data = batches.split(validation_split).as_keras_data()
        # Past keras-hub, which would not shuffle.
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
        if isinstance(x, LengthBatches):  # of `fit`
            return keras.Model.evaluate(self, x, **kwargs)
        if _is_dataset(x):
            check_dataset(x, labelled=True)
            return super().evaluate(x, y, batch_size, sample_weight, **kwargs)
        batches = self._batches(x, y, sample_weight, batch_size)
        return keras.Model.evaluate(self, batches.as_keras_data(), **kwargs)

    def predict(self, x, batch_size=None, **kwargs):
        """Probabilities of the classes, `(B, num_classes)`.

        Args:
            x: sentences, see the class, or a batched dataset of them.
            batch_size: of sentences in memory; 50 by default.
            **kwargs: further arguments of `keras.Model.predict`.
        """
        if _is_dataset(x):
            check_dataset(x)
            return super().predict(x, batch_size, **kwargs)
        rows, _ = self._rows(x)
        batches = LengthBatches(rows, batch_size=batch_size)
        outputs = keras.Model.predict(self, batches.as_keras_data(), **kwargs)
        restored = np.empty_like(outputs)
        restored[batches.order_by_length()] = outputs
        return restored

    def classify(self, x, batch_size=None):
        """The most probable class of each sentence.

        Args:
            x, batch_size: as for `predict`.

        Returns:
            A list of names.
        """
        best = self.predict(x, batch_size, verbose=0).argmax(axis=1)
        return [self.class_names[number] for number in best]

    def preprocess_samples(self, x, y=None, sample_weight=None):
        if self.preprocessor is None and _is_text(x):
            raise ValueError(_no_vocabulary(type(self).__name__))
        if y is not None and in_graph():
            y = class_ids_in_graph(y, self.class_names, x)
        elif y is not None and not keras.ops.is_tensor(y):
            y = class_ids(y, self.class_names)
        return super().preprocess_samples(x, y, sample_weight)

    def get_config(self):
        return {
            **super().get_config(),
            "num_classes": self.num_classes,
            "activation": keras.activations.serialize(self.activation),
            "dropout": self.dropout,
            "class_names": list(self.class_names),
            "l2": self.l2,
        }

    def _rows(self, x, name="x"):
        """Rows of ids of sentences in memory, and what errors show of them."""
        if is_encoded(x):
            return encoded_rows(x, self.backbone.vocabulary_size), None
        if self.preprocessor is None:
            raise ValueError(_no_vocabulary(type(self).__name__))
        records, batched = text_rows(x, name)
        if not batched:
            raise TypeError(
                f"`{name}` must be a list of sentences. Received a single "
                f"text, {records[0]!r:.80}: put it into a list."
            )
        if not records:
            raise ValueError(f"`{name}` is empty: there is no sentence.")
        return self.preprocessor.token_rows(records, name)[0], records

    def _batches(
        self,
        x,
        y=None,
        sample_weight=None,
        batch_size=None,
        shuffle=False,
        name="x",
    ):
        rows, records = self._rows(x, name)
        if y is None:
            raise ValueError(
                "`y` is missing: give the class of each sentence, its number "
                "or its name."
            )
        y = class_ids(y, self.class_names, rows if records is None else records)
        if sample_weight is not None:
            sample_weight = checked_weights(sample_weight, len(y))
        return LengthBatches(rows, y, sample_weight, batch_size, shuffle)


def _is_dataset(x):
    # Series of pandas have a `map`, too.
    maps = hasattr(x, "map") and not hasattr(x, "to_numpy")
    return maps or isinstance(x, keras.utils.PyDataset)


def _is_text(x):
    if isinstance(x, dict):
        return False
    if in_graph():
        return getattr(x, "dtype", None) == "string"
    return not is_encoded(x)


def _no_vocabulary(name):
    return (
        f"This `{name}` has no preprocessor and takes token ids. To give texts "
        "or words, make it with `vocabulary=`, or load a preset."
    )
