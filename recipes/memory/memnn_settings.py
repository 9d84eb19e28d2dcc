"""Settings of recipes that train Memory Networks."""

import dataclasses
from typing import Literal

from recipes.memory.babi_settings import BabiSettings
from recipes.running.settings import setting


@dataclasses.dataclass(frozen=True)
class MemNNSettings(BabiSettings):
    """A Memory Network and its training."""

    batch_size: int = setting(32, "questions, as in MemN2N")
    learning_rate: float = setting(0.01, "of Adam, falling to a twentieth")
    embedding_dim: int = setting(100, "n, as in the simulations of 2014")
    margin: float = setting(0.1, "as in the simulations of 2014")
    negatives: Literal["all", "sampled", "violating"] = setting(
        "violating",
        "the mean over wrong facts within the margin: with the published sum, "
        "long stories need a lower rate",
    )
    time: Literal["absolute", "pairwise"] = setting(
        "pairwise", "write times by tournament, section 3.4 of 2014"
    )
    bind_hops: bool = setting(
        True, "facts of different hops are told apart: tasks 11 and 13 need it"
    )
    initializer_range: float = setting(
        0.03, "of weights; with 0.1 more facts of task 3 are learned by heart"
    )

    def __post_init__(self):
        super().__post_init__()
        self.require_at_least(1, "epochs", "embedding_dim")
        for name in ("learning_rate", "margin", "initializer_range"):
            self.require(name, "above 0", lambda value: value > 0)

    def network(self):
        """The arguments of `zoo.memnn` that are settings."""
        return {
            "embedding_dim": self.embedding_dim,
            "margin": self.margin,
            "negatives": self.negatives,
            "time": self.time,
            "bind_hops": self.bind_hops,
            "initializer_range": self.initializer_range,
        }

    def optimizer(self, updates_per_epoch):
        """Adam with a rate that falls to the end of the training."""
        import keras

        rate = keras.optimizers.schedules.PolynomialDecay(
            self.learning_rate,
            self.epochs * updates_per_epoch,
            self.learning_rate / 20,
        )
        return keras.optimizers.Adam(rate)
