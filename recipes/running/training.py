"""How a model is trained: the data, how long, and when to stop."""

import dataclasses
from collections.abc import Callable
from typing import Any


@dataclasses.dataclass(frozen=True)
class Training:
    """All that `fit` needs besides the model.

    Args:
        batches: Function from a number of updates done to the stream of the
            batches after them, as `keras.Model.fit` takes it. A stream is
            endless and depends on nothing but that number, so that training
            can be resumed; see `index_batches`. Batches are encoded: the
            preprocessor of a keras-hub task is set aside.
        updates_per_epoch: Number of batches in a pass over the data.
        epochs: Passes over the data at most.
        validation: Data for `keras.Model.evaluate`, or `None`.
        check_every: Updates between two checks (validation, checkpoint);
            `None` is a pass.
        monitor: Name of the logged value that decides which weights are the
            best; `None` keeps the last ones.
        mode: `"min"` if a low value is good, otherwise `"max"`.
        patience: Number of checks without a better value after which training
            stops; `None` never stops early.
        callbacks: Further `keras.callbacks`. They may add values to the logs
            of an epoch; a state of their own is not resumed.
        fingerprint: Identifies the data, so that a run is not resumed with
            other data.
    """

    batches: Callable[[int], Any]
    updates_per_epoch: int
    epochs: int
    validation: Any = None
    check_every: int | None = None
    monitor: str | None = "val_loss"
    mode: str = "min"
    patience: int | None = None
    callbacks: tuple = ()
    fingerprint: str = ""

    def __post_init__(self):
        if self.mode not in ("min", "max"):
            raise ValueError(
                f'`mode` must be "min" or "max". Received: {self.mode!r}.'
            )
        given = (self.updates_per_epoch, self.check_every)
        if any(number is not None and number < 1 for number in given):
            raise ValueError(
                "`updates_per_epoch` and `check_every` must be positive. "
                f"Received: {self.updates_per_epoch}, {self.check_every}."
            )

    @property
    def updates_per_check(self):
        """Updates between two checks."""
        if self.check_every is None:
            return self.updates_per_epoch
        # There is no check behind the end of the training.
        updates = self.epochs * self.updates_per_epoch
        return max(1, min(self.check_every, updates))

    @property
    def num_checks(self):
        """Number of checks, rounded up, so that no data is left out."""
        updates = self.epochs * self.updates_per_epoch
        return -(-updates // self.updates_per_check)

    def is_better(self, value, best):
        """Whether a monitored value beats the best one so far."""
        if best is None:
            return True
        return value < best if self.mode == "min" else value > best
