"""A margin between the score of the right candidate and all others."""

import keras
from keras import ops

NEGATIVES = ("all", "sampled", "violating")
# What stands for a candidate that is not there is below; see `MemoryHop`.
NOT_THERE = -2e4


@keras.saving.register_keras_serializable(package="keras_tpr")
class MarginRankingLoss(keras.losses.Loss):
    """`sum_f max(0, margin - s_gold + s_f)` over the wrong candidates `f`.

    Args:
        margin: how far the right candidate has to be ahead.
        negatives: `"all"` sums over all wrong candidates; `"sampled"` takes
            one of them, each as likely, and its share of the sum is as large
            as in stochastic training; `"violating"` takes the mean over those
            that are within the margin, so that a long story does not weigh
            more than a short one.
        seed: of the samples, an integer or a `keras.random.SeedGenerator`. On
            JAX, give one that the model holds: Keras does not carry that of a
            loss from step to step.
        name, reduction, dtype: as for any Keras loss.

    Call arguments:
        y_true: the right candidate, integers `(B,)` or `(B, 1)`; below 0 where
            there is none, which costs nothing.
        y_pred: scores `(B, S)`.
        sample_weight: `(B,)`.

    Masking:
        Candidates with a score below -2e4, which `MemoryHop` gives to those
        that are not there, are never wrong ones.

    Example:

    >>> import numpy as np
    >>> from keras_tpr.losses import MarginRankingLoss
    >>> scores = np.array([[0.5, 0.45, 0.1]], "float32")
    >>> round(float(MarginRankingLoss(margin=0.1)(np.array([0]), scores)), 4)
    0.05

    Reference:
        Weston et al., Memory Networks, ICLR 2015, equations 6 to 8.
    """

    def __init__(
        self,
        margin=0.1,
        negatives="all",
        seed=None,
        name="margin_ranking_loss",
        reduction="sum_over_batch_size",
        dtype=None,
    ):
        super().__init__(name=name, reduction=reduction, dtype=dtype)
        if not margin > 0:
            raise ValueError(
                f"`margin` must be above 0. Received: margin={margin!r}."
            )
        if negatives not in NEGATIVES:
            raise ValueError(
                f"`negatives` must be one of {NEGATIVES}. Received: "
                f"negatives={negatives!r}."
            )
        self.margin = margin
        self.negatives = negatives
        self.seed = seed
        self.seed_generator = (
            seed
            if isinstance(seed, keras.random.SeedGenerator)
            else keras.random.SeedGenerator(seed)
        )

    def call(self, y_true, y_pred):
        y_pred = ops.cast(y_pred, "float32")
        gold = ops.cast(ops.reshape(y_true, (-1, 1)), "int32")
        is_gold = ops.equal(ops.arange(ops.shape(y_pred)[1])[None], gold)
        wrong = ops.logical_and(y_pred > NOT_THERE, ops.logical_not(is_gold))
        if self.negatives == "sampled":
            wrong = self._sampled(wrong)
        gold_score = ops.sum(
            ops.where(is_gold, y_pred, 0.0), axis=-1, keepdims=True
        )
        # Not multiplied: what is not there may be far off.
        behind = ops.where(
            wrong, ops.relu(self.margin - gold_score + y_pred), 0.0
        )
        total = ops.sum(behind, axis=-1)
        if self.negatives == "violating":
            count = ops.sum(ops.cast(behind > 0, "float32"), axis=-1)
            total = total / ops.maximum(count, 1.0)
        return total * ops.cast(gold[:, 0] >= 0, "float32")

    def get_config(self):
        seed = self.seed
        if isinstance(seed, keras.random.SeedGenerator):
            seed = seed.get_config()["seed"]
        return {
            **super().get_config(),
            "margin": self.margin,
            "negatives": self.negatives,
            "seed": seed,
        }

    def _sampled(self, wrong):
        """Leaves one of the wrong candidates of each row."""
        draw = keras.random.uniform(ops.shape(wrong), seed=self.seed_generator)
        draw = ops.where(wrong, draw, -1.0)
        first = ops.argmax(draw, axis=-1)
        chosen = ops.equal(
            ops.arange(ops.shape(wrong)[1])[None],
            ops.cast(first[:, None], "int32"),
        )
        return ops.logical_and(wrong, chosen)
