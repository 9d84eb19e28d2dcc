"""What the sentiment models share: classes, the head and its training."""

import keras
from keras import ops

from keras_tpr.optimizers import SparseAdagrad
from zoo.tree_lstm.class_labels import ClassLabels
from zoo.tree_lstm.initialization import dense_initializers
from zoo.tree_lstm.masked_softmax import masked_softmax
from zoo.tree_lstm.sentence_backbone import check_rate
from zoo.tree_lstm.sentence_task import SentenceTask
from zoo.tree_lstm.weight_penalty import dense_regularizers


class SentimentTask(SentenceTask):
    """A backbone with dropout and a softmax over classes.

    Args:
        backbone: the backbone.
        preprocessor: a `SentimentPreprocessor`, or None for encoded inputs.
        num_classes, class_names, compared: see `ClassLabels`.
        dropout: rate before the softmax, in training only.
        l2: of the head's weights, biases included.
        initialization: of the head; see `cell_initializers`.
    """

    def __init__(
        self,
        backbone,
        preprocessor=None,
        num_classes=None,
        class_names=None,
        compared=None,
        dropout=0.5,
        l2=5e-5,
        initialization="uniform",
        **kwargs,
    ):
        check_rate("dropout", dropout)

        # Layers
        self.backbone = backbone
        self.preprocessor = preprocessor
        self.classes = ClassLabels(num_classes, class_names, compared)
        dtype = backbone.dtype_policy
        self.dropout = keras.layers.Dropout(
            dropout, name="dropout", dtype=dtype
        )
        self.head = keras.layers.Dense(
            len(self.classes),
            **dense_initializers(initialization, backbone.output.shape[-1]),
            **dense_regularizers(l2),
            name="head",
            dtype=dtype,
        )
        # Graph
        inputs = backbone.input
        super().__init__(
            inputs,
            self.probabilities(inputs),
            backbone,
            preprocessor,
            **kwargs,
        )
        # Config
        self.l2 = l2
        self.initialization = initialization

    def call(self, inputs, training=None, mask=None):
        return self.probabilities(inputs, training)

    def probabilities(self, inputs, training=None):
        """Of all classes, for encoded inputs."""
        states = self.backbone(inputs, training=training)
        logits = self.head(self.dropout(states, training=training))
        return masked_softmax(logits, self.real(inputs))

    def real(self, inputs):
        """Which of the backbone's outputs there is anything to tell of."""
        raise NotImplementedError

    @property
    def class_names(self):
        """The classes in the order of the outputs."""
        return list(self.classes.names)

    def compile(
        self,
        optimizer="auto",
        loss="auto",
        *,
        metrics=None,
        weighted_metrics="auto",
        **kwargs,
    ):
        """Configures training.

        By default as published: AdaGrad with learning rate 0.05, for word
        vectors plain gradient descent with 0.1, and the cross-entropy of each
        class; `accuracy` is that of whole sentences.

        Args:
            optimizer, loss, **kwargs: of `keras.Model.compile`.
            metrics, weighted_metrics: likewise. They get the classes of whole
                sentences `(B,)` and their probabilities `(B, C)`, those of
                classes that are not `compared` set to 0. Sentences without a
                class, or of a class that is not compared, have weight 0 in
                `weighted_metrics`, so that they do not count in `accuracy`.
        """
        if optimizer == "auto":
            optimizer = SparseAdagrad(
                0.05,
                embedding_learning_rate=0.1,
                embedding_rule="sgd",
                initial_accumulator_value=0.0,
            )
        if weighted_metrics == "auto":
            weighted_metrics = [
                keras.metrics.SparseCategoricalAccuracy(name="accuracy")
            ]
        super().compile(
            optimizer=optimizer,
            loss=self.default_loss() if loss == "auto" else loss,
            metrics=metrics,
            weighted_metrics=weighted_metrics,
            **kwargs,
        )

    def compile_for_tuning(self):
        """`compile` for weights that are trained already.

        AdaGrad with learning rate 0.01 that starts from squares of 0.1. As
        published it starts from 0, so that the first step moves each weight by
        the whole rate, whatever its gradient, and forgets what was learnt.
        """
        self.compile(
            SparseAdagrad(
                0.01,
                embedding_learning_rate=0.1,
                embedding_rule="sgd",
                initial_accumulator_value=0.1,
            )
        )

    def default_loss(self):
        """What is trained for unless `compile` says otherwise."""
        return keras.losses.SparseCategoricalCrossentropy()

    def compute_metrics(self, x, y, y_pred, sample_weight=None):
        if self.classes.compared is not None:
            sample_weight = self._weight_of_compared(y, sample_weight)
        return super().compute_metrics(
            x, y, self._of_compared(y_pred), sample_weight
        )

    def classify(self, x, batch_size=None):
        """The class of each sentence, the most probable of those compared.

        Args:
            x, batch_size: as for `predict`.

        Returns:
            A list of names.
        """
        probabilities = self.predict(x, batch_size, verbose=0)
        return [
            self.classes.names[number]
            for number in self.classes.judge(probabilities)
        ]

    def get_config(self):
        return {
            **super().get_config(),
            "num_classes": len(self.classes),
            "class_names": list(self.classes.names),
            "compared": self.classes.compared and list(self.classes.compared),
            "dropout": self.dropout.rate,
            "l2": self.l2,
            "initialization": self.initialization,
        }

    def _of_compared(self, probabilities):
        """Probabilities among the compared classes, and 0 for others."""
        if self.classes.compared is None:
            return probabilities
        kept = probabilities * self._is_compared()
        return kept / ops.maximum(
            ops.sum(kept, axis=-1, keepdims=True), keras.config.epsilon()
        )

    def _weight_of_compared(self, y, sample_weight):
        """0 where the right class is not one of those compared."""
        weight = ops.take(self._is_compared(), ops.cast(y, "int32"))
        if sample_weight is None:
            return weight
        sample_weight = ops.cast(sample_weight, "float32")
        return weight * ops.reshape(sample_weight, ops.shape(weight))

    def _is_compared(self):
        """1 for each class that is compared, and 0 for others, `(C,)`."""
        judged = [
            float(number in self.classes.judged)
            for number in range(len(self.classes))
        ]
        return ops.convert_to_tensor(judged, "float32")
