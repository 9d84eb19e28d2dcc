"""What the recipes of sentence classifiers can be told."""

import dataclasses
from typing import Literal

from recipes.running.settings import Settings, setting


@dataclasses.dataclass(frozen=True)
class SentenceSettings(Settings):
    """A network of the paper, and its training, which it does not disclose."""

    model: Literal["dcnn", "max_tdnn", "nbow"] = setting(
        "dcnn", "a row of the table"
    )
    epochs: int = setting(20, "passes at most; the best weights are kept")
    batch_size: int = setting(50, "not published")
    optimizer: Literal["adagrad", "adam"] = setting(
        "adam", "published: AdaGrad, which learns less of the projection"
    )
    by_length: bool = setting(
        True,
        "batches of sentences of about one length: faster, and worse where "
        "lengths tell of classes",
    )
    learning_rate: float = setting(3e-3, "not published")
    initial_accumulator: float = setting(
        1e-3, "of AdaGrad; with Keras' 0.1 rare words learn slowly"
    )
    averaging: float = setting(
        0.998,
        "momentum of the average of weights that is kept, an update; not "
        "published, 0: none",
    )
    dropout: float = setting(
        0.5, "before the softmax; the rate is not published"
    )
    label_smoothing: float = setting(
        0.0, "share of each target that all classes have alike"
    )
    l2: float = setting(1e-4, "of the softmax; strengths are not published")
    filter_l2: float = setting(1e-5, "of filters and biases")
    embedding_l2: float = setting(0.0, "of word vectors")
    embedding_dim: int = setting(48, "of word vectors, as published")
    embedding_scale: float = setting(
        0.1, "root mean square of initial word vectors"
    )
    embedding_trainable: bool = setting(True, "word vectors are parameters")
    glove: str | None = setting(
        None,
        "file of GloVe vectors of any size, which a trained projection adds to "
        "the words' own; none: random vectors alone",
    )
    min_count: int = setting(1, "times that a word occurs in training")
    patience: int | None = setting(5, "checks without a better accuracy")
    check_every: int | None = setting(None, "updates; none: a pass")
    train_sentences: int | None = setting(None, "the first ones; none: all")
    eval_sentences: int | None = setting(None, "likewise, to score")

    def __post_init__(self):
        super().__post_init__()
        self.require_at_least(1, "epochs", "embedding_dim", "min_count")
        self.require_at_least(1, "patience", "check_every")
        self.require_at_least(2, "train_sentences", "eval_sentences")
        self.require_at_least(0, "l2", "filter_l2", "embedding_l2")
        self.require_at_least(0, "initial_accumulator")
        for name in ("learning_rate", "embedding_scale"):
            self.require(name, "above 0", lambda value: value > 0)
        for name in ("dropout", "averaging", "label_smoothing"):
            self.require(
                name, "at least 0 and below 1", lambda rate: 0 <= rate < 1
            )
        self.require(
            "embedding_dim",
            "a number that each folding can halve, as with model=dcnn",
            lambda size: self.model != "dcnn" or size % self.folded == 0,
        )

    @property
    def folded(self):
        """What a DCNN's word vectors must be a multiple of."""
        return 2
