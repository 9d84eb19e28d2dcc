"""Settings that the sentiment recipes share."""

import dataclasses
from typing import Literal

from recipes.running.settings import setting
from recipes.tree_lstm.vector_settings import VectorSettings


@dataclasses.dataclass(frozen=True)
class SentimentSettings(VectorSettings):
    """One model of the table, and its training; defaults as published."""

    model: Literal["constituency", "lstm"] = setting(
        "constituency", "the Tree-LSTM, or an LSTM that it is compared with"
    )
    vectors: Literal["tuned", "fixed", "random"] = setting(
        "tuned", "GloVe, trained on or not, or random vectors, trained"
    )
    bidirectional: bool = setting(
        False, "with model=lstm; both directions share their weights"
    )
    layers: int = setting(1, "with model=lstm")
    epochs: int = setting(
        16,
        "the release runs 10; with averages of weights validation improves "
        "for longer; the best one is kept",
    )
    batch_size: int = setting(
        25, "trees; of LSTMs, 5 sentences with 4 phrases each, section 4.3"
    )
    spans: int = setting(4, "with model=lstm: phrases beside each sentence")
    learning_rate: float = setting(0.05, "of AdaGrad, section 4.3")
    embedding_learning_rate: float = setting(
        0.1, "of word vectors, section 4.3; the release takes plain SGD"
    )
    embedding_rule: Literal["sgd", "adagrad"] = setting(
        "sgd", "as the release; a single rule for all is known to score less"
    )
    loss_reduction: Literal["sentence", "node"] = setting(
        "sentence",
        "node losses are added up, as the release does; node: their mean, as "
        "in the paper, for which the learning rate is too low",
    )
    l2: float = setting(
        5e-5, "times the squares: half of the lambda in section 4.3"
    )
    embedding_dropout: float = setting(0.1, "of word vectors; not published")
    averaging: float = setting(
        0.998,
        "momentum of the average of weights that is kept, an update; not "
        "published, 0: none",
    )
    dropout: float = setting(0.5, "before the softmax, section 4.3")
    units: int | None = setting(
        None, "none: as published, 150; LSTMs 168, with two layers 120"
    )
    patience: int | None = setting(None, "all epochs are run")
    train_trees: int | None = setting(None, "the first ones; none: all")
    eval_trees: int | None = setting(None, "of validation and test; none: all")

    def __post_init__(self):
        super().__post_init__()
        self.require_at_least(
            1, "layers", "units", "patience", "train_trees", "eval_trees"
        )
        self.require_at_least(0, "spans", "l2", "embedding_learning_rate")
        self.require("learning_rate", "above 0", lambda rate: rate > 0)
        for name in ("dropout", "embedding_dropout", "averaging"):
            self.require(
                name, "at least 0 and below 1", lambda rate: 0 <= rate < 1
            )
