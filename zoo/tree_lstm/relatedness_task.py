"""What the relatedness models share: the head and its training."""

import keras
import numpy as np
from keras import ops

from keras_tpr.layers import RelatednessHead, expected_score
from keras_tpr.losses import SparseTargetKL
from keras_tpr.metrics import PearsonCorrelation, SpearmanCorrelation
from keras_tpr.optimizers import SparseAdagrad
from zoo.captioning.check_positive import check_positive
from zoo.tree_lstm.initialization import head_initializers
from zoo.tree_lstm.pair_axis import MergePairs, SplitPairs
from zoo.tree_lstm.pair_rows import PairRows
from zoo.tree_lstm.relatedness_preprocessor import scores
from zoo.tree_lstm.sentence_task import SentenceTask
from zoo.tree_lstm.weight_penalty import dense_regularizers


class RelatednessTask(SentenceTask):
    """A backbone that reads two sentences, and a head that compares them.

    Args:
        backbone: gives a vector for each sentence.
        preprocessor: a `RelatednessPreprocessor`, or None for encoded inputs.
        hidden: size of the layer that compares the sentences.
        num_classes: the highest score; the lowest is 1.
        l2: of the head's weights, biases included.
        initialization: of the head; see `cell_initializers`.
    """

    def __init__(
        self,
        backbone,
        preprocessor=None,
        hidden=50,
        num_classes=5,
        l2=5e-5,
        initialization="uniform",
        **kwargs,
    ):
        check_positive("hidden", hidden)
        check_positive("num_classes", num_classes)

        # Layers
        self.backbone = backbone
        self.preprocessor = preprocessor
        dtype = backbone.dtype_policy
        self.merge_pairs = MergePairs(name="merge_pairs", dtype=dtype)
        self.split_pairs = SplitPairs(name="split_pairs", dtype=dtype)
        self.head = RelatednessHead(
            hidden,
            num_classes,
            **head_initializers(initialization, hidden),
            **dense_regularizers(l2),
            name="head",
            dtype=dtype,
        )
        # Graph
        inputs = {
            name: keras.Input((2, *x.shape[1:]), dtype=x.dtype, name=name)
            for name, x in backbone.input.items()
        }
        super().__init__(
            inputs,
            self.probabilities(inputs),
            backbone,
            preprocessor,
            **kwargs,
        )
        # Config
        self.hidden = hidden
        self.num_classes = num_classes
        self.l2 = l2
        self.initialization = initialization

    def call(self, inputs, training=None, mask=None):
        return self.probabilities(inputs, training)

    def probabilities(self, inputs, training=None):
        """Of all scores `(B, num_classes)`, for encoded pairs."""
        sentences = self.backbone(self.merge_pairs(inputs), training=training)
        left, right = self.split_pairs(sentences)
        return ops.cast(self.head(left, right), "float32")

    @property
    def row_kind(self):
        return PairRows(self.backbone.row_kind)

    def compile(
        self, optimizer="auto", loss="auto", *, metrics="auto", **kwargs
    ):
        """Configures training.

        By default as published: AdaGrad with learning rate 0.05,
        `SparseTargetKL`, and as metrics Pearson's r, Spearman's rho and the
        mean squared error; the latter alone within a `tf.distribute` strategy,
        where no replica sees all pairs.

        Args:
            optimizer, loss, **kwargs: of `keras.Model.compile`.
            metrics: likewise. They get scores, `(B,)`.
        """
        if optimizer == "auto":
            optimizer = SparseAdagrad(0.05, initial_accumulator_value=0.0)
        if metrics == "auto":
            metrics = [keras.metrics.MeanSquaredError(name="mse")]
            if self.num_replicas() == 1:
                metrics += [
                    PearsonCorrelation(name="pearson"),
                    SpearmanCorrelation(name="spearman"),
                ]
        super().compile(
            optimizer=optimizer,
            loss=SparseTargetKL(self.head.num_classes)
            if loss == "auto"
            else loss,
            metrics=metrics,
            **kwargs,
        )

    def compile_for_tuning(self):
        """`compile` for weights that are trained already.

        AdaGrad with learning rate 0.01 that starts from squares of 0.1. As
        published it starts from 0, so that the first step moves each weight by
        the whole rate, whatever its gradient, and forgets what was learnt.
        """
        self.compile(SparseAdagrad(0.01, initial_accumulator_value=0.1))

    def compute_metrics(self, x, y, y_pred, sample_weight=None):
        return super().compute_metrics(
            x, y, expected_score(y_pred), sample_weight
        )

    def score(self, x, batch_size=None):
        """How related the sentences of each pair are.

        Args:
            x, batch_size: as for `predict`, which gives the probabilities of
                the scores from 1 to `num_classes`.

        Returns:
            Their expectations, an array `(B,)`.
        """
        probabilities = self.predict(x, batch_size, verbose=0)
        return probabilities @ np.arange(1, self.num_classes + 1, dtype="f4")

    @property
    def score_names(self):
        """The scores in the order of the outputs, as text."""
        return [str(score) for score in range(1, self.num_classes + 1)]

    def encoded_targets(self, rows, x, y):
        return rows, scores(y, len(rows), self.num_classes)

    def get_config(self):
        return {
            **super().get_config(),
            "hidden": self.hidden,
            "num_classes": self.num_classes,
            "l2": self.l2,
            "initialization": self.initialization,
        }
