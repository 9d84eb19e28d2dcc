"""Training that can be killed at any moment and goes on from there."""

import contextlib
import math
import pathlib
import time

import keras

from recipes.running.checkpoint import Checkpoint
from recipes.running.run_error import RunError

CHECKPOINT = "checkpoint.npz"
BEST = "best.npz"


class TrainingDivergedError(RunError):
    """The loss is no longer a number."""


def fit(model, training, folder, progress=None):
    """Trains a compiled model and leaves it with its best weights.

    At each check (a pass over the data, unless `check_every` says otherwise)
    everything is written to `checkpoint.npz`. Called again with the same
    arguments, it goes on behind the last check, and ends with the weights and
    the log that an uninterrupted run gives; once training is over it only
    restores the best weights.

    With an optimiser that averages weights (`use_ema=True`) the averages are
    what is validated, and what the model is left with.

    Args:
        model: A compiled Keras model, built.
        training: A `Training`.
        folder: Folder of the checkpoint.
        progress: A bar (see `RunProgress.phase`), or `None`.

    Returns:
        A dict with `history` (one dict of logs a check, with `update` and
        `epoch`), `updates`, `best` (the log of the weights kept, or `None`),
        `stopped_early` and `seconds` spent training.

    Raises:
        TrainingDivergedError: If the loss becomes infinite or NaN.
        RunError: If the checkpoint is of another model or of other data.
    """
    folder = pathlib.Path(folder)
    checkpoint = Checkpoint(folder / CHECKPOINT)
    best = Checkpoint(folder / BEST)
    state = checkpoint.restore(model)
    if state is None:
        state = _new_state(training)
    elif state["fingerprint"] != training.fingerprint:
        raise RunError(
            f"{checkpoint.path} was written while training on other data. "
            "Give the data it began with, or another output folder."
        )
    checks = len(state["history"])
    if progress is not None:
        total = training.num_checks * training.updates_per_check
        progress.start(total, completed=state["updates"])
    if not state["stopped_early"] and checks < training.num_checks:
        with _preprocessor_set_aside(model):
            model.fit(
                training.batches(state["updates"]),
                initial_epoch=checks,
                epochs=training.num_checks,
                steps_per_epoch=training.updates_per_check,
                validation_data=training.validation,
                shuffle=False,
                callbacks=[
                    *_averaging(model),
                    *training.callbacks,
                    _Checks(training, state, checkpoint, best, progress),
                ],
                verbose=0,
            )
    if state["best"] is not None:
        best.restore(model, model.optimizer.use_ema)
    if model.optimizer.use_ema:
        model.optimizer.finalize_variable_values(model.trainable_variables)
    return {k: v for k, v in state.items() if k != "fingerprint"}


@contextlib.contextmanager
def _preprocessor_set_aside(model):
    """Lets a keras-hub task take encoded batches as they are."""
    preprocessor = getattr(model, "preprocessor", None)
    if preprocessor is None:
        yield
        return
    model.preprocessor = None
    try:
        yield
    finally:
        model.preprocessor = preprocessor


def _averaging(model):
    """What puts averages of weights in their place while validating."""
    return [keras.callbacks.SwapEMAWeights()] if model.optimizer.use_ema else []


def _new_state(training):
    return {
        "fingerprint": training.fingerprint,
        "history": [],
        "updates": 0,
        "best": None,
        "stopped_early": False,
        "seconds": 0.0,
    }


class _Checks(keras.callbacks.Callback):
    """What happens at each check; Keras calls the way there an epoch."""

    def __init__(self, training, state, checkpoint, best, progress):
        super().__init__()
        self.training = training
        self.state = state
        self.checkpoint = checkpoint
        self.best = best
        self.progress = progress
        self.begin = time.monotonic()
        self.shown = 0

    def on_epoch_begin(self, epoch, logs=None):
        self.shown = 0

    def on_train_batch_end(self, batch, logs=None):
        if self.progress is not None:
            # With `steps_per_execution` only some of the batches end here.
            done = batch + 1 - self.shown
            self.shown = batch + 1
            self.progress.advance(done, lambda: _shown(logs))

    def on_epoch_end(self, epoch, logs=None):
        training, state = self.training, self.state
        logs = {name: float(value) for name, value in (logs or {}).items()}
        if not math.isfinite(logs.get("loss", 0.0)):
            raise TrainingDivergedError(
                f"The loss is {logs['loss']} after "
                f"{state['updates'] + training.updates_per_check} updates. "
                "Lower the learning rate, or clip gradients, in a new output "
                "folder."
            )
        state["updates"] += training.updates_per_check
        logs["update"] = state["updates"]
        logs["epoch"] = state["updates"] / training.updates_per_epoch
        state["history"].append(logs)
        now = time.monotonic()
        state["seconds"] += now - self.begin
        self.begin = now
        if training.monitor is not None:
            self._compare(logs)
        if self.progress is not None:
            self.progress.check(_losses(logs))
        self.checkpoint.save(self.model, state)
        if state["stopped_early"]:
            self.model.stop_training = True

    def _compare(self, logs):
        training, state = self.training, self.state
        if training.monitor not in logs:
            raise ValueError(
                f"`monitor` {training.monitor!r} is not among the logged "
                f"values {sorted(logs)}."
            )
        value = logs[training.monitor]
        before = state["best"] and state["best"][training.monitor]
        if training.is_better(value, before):
            state["best"] = logs
            # Before the checkpoint that names it: killed in between, the run
            # repeats this check and writes the same weights again.
            # Averages of weights are variables of the optimiser.
            self.best.save(self.model, {}, self.model.optimizer.use_ema)
        waited = (
            len(state["history"]) - 1 - state["history"].index(state["best"])
        )
        if training.patience is not None and waited >= training.patience:
            state["stopped_early"] = True


def _losses(logs):
    names = ("loss", "val_loss")
    return " ".join(f"{n} {logs[n]:.4f}" for n in names if n in logs)


def _shown(logs):
    loss = (logs or {}).get("loss")
    return "" if loss is None else f"loss {float(loss):.4f}"
