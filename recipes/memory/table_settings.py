"""Settings of tables with a method in each row."""

import dataclasses
from typing import Literal

from recipes.memory.memnn_settings import MemNNSettings
from recipes.memory.methods import METHODS
from recipes.running.settings import setting


@dataclasses.dataclass(frozen=True)
class TableSettings(MemNNSettings):
    """One method, and its training."""

    method: Literal[tuple(METHODS)] = setting("am_ng_nl", "a row of the table")
    epochs: int = setting(
        40, "of memory networks; the margin loss mostly is 0 before that"
    )
    restarts: int = setting(
        3, "at most: the first run that leaves no training loss is the last"
    )
    workers: int = setting(2, "processes, as many as there are cores")
    lstm_epochs: int = setting(40, "chosen on the training score")
    lstm_units: int = setting(100, "not published")
    lstm_embedding_dim: int = setting(50, "not published")
    lstm_dropout: float = setting(0.0, "not published")
    lstm_memory_size: int = setting(20, "statements read, the last ones")
    memn2n_epochs: int = setting(100, "as published")
    memn2n_restarts: int = setting(10, "as published")
    memn2n_embedding_dim: int = setting(20, "as published")
    memn2n_memory_size: int = setting(50, "as published")
    memn2n_linear_start: int = setting(20, "epochs without softmax")

    def __post_init__(self):
        super().__post_init__()
        self.require_at_least(0, "memn2n_linear_start")
        self.require_at_least(
            1,
            *("restarts", "workers"),
            *("lstm_epochs", "lstm_units", "lstm_embedding_dim"),
            *("lstm_memory_size", "memn2n_epochs", "memn2n_restarts"),
            *("memn2n_embedding_dim", "memn2n_memory_size"),
        )
        self.require("lstm_dropout", "in [0, 1)", lambda rate: 0 <= rate < 1)

    @property
    def runs(self):
        """How many runs a cell may take."""
        if self.method in ("ngram", "svm"):
            return 1
        return (
            self.memn2n_restarts if self.method == "memn2n" else self.restarts
        )
