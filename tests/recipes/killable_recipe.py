"""A recipe of seconds for tests; run as a program, it can kill itself.

    python killable_recipe.py OUTPUT [UPDATE]

With a number of updates the process kills itself right after them, as a power
failure would.
"""

import dataclasses
import os
import signal
import sys

import keras
import numpy as np

from recipes.recipe import Recipe
from recipes.running.evaluation import Evaluation, Section
from recipes.running.index_batches import index_batches, updates_per_pass
from recipes.running.settings import Settings, setting
from recipes.running.training import Training

EXAMPLES = 40


@dataclasses.dataclass(frozen=True)
class KillableSettings(Settings):
    """A classifier of numbers."""

    epochs: int = setting(4, "enough to be killed in between")
    batch_size: int = setting(16, "does not divide the 40 examples")
    learning_rate: float = setting(0.01, "quick")
    check_every: int | None = setting(2, "not a divisor of a pass's 3 updates")
    patience: int | None = setting(None, "never stops early")


def prepare(settings, context):
    context.progress.message("40 examples")
    rng = np.random.default_rng(0)
    x = rng.integers(0, 10, (EXAMPLES, 5))
    return x, (x.sum(axis=1) % 3).astype("int32")


def build(settings, data):
    model = keras.Sequential(
        [
            keras.layers.Input((5,)),
            keras.layers.Embedding(10, 4),
            keras.layers.Flatten(),
            keras.layers.Dropout(0.5),
            keras.layers.Dense(3),
        ]
    )
    model.compile(
        optimizer=keras.optimizers.Adam(settings.learning_rate),
        loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=["accuracy"],
    )
    return model


def train(settings, data, model):
    import tensorflow as tf

    x, y = (tf.constant(array) for array in data)

    def batches(first_update):
        order = index_batches(
            EXAMPLES, settings.batch_size, settings.seed, first_update
        )
        return order.map(lambda i: (tf.gather(x, i), tf.gather(y, i)))

    return Training(
        batches=batches,
        updates_per_epoch=updates_per_pass(EXAMPLES, settings.batch_size),
        epochs=settings.epochs,
        validation=tf.data.Dataset.from_tensor_slices((x, y)).batch(8),
        check_every=settings.check_every,
        patience=settings.patience,
        callbacks=(KillAfter(int(sys.argv[2])),) if sys.argv[2:] else (),
    )


def evaluate(settings, data, model, context):
    loss, accuracy = model.evaluate(*data, verbose=0)
    return Evaluation(
        scores={"test": {"loss": loss, "accuracy": accuracy}},
        notes=["Chance is 1/3."],
        sections=[Section("Examples", "<p>an example</p>")],
        outputs={
            "predictions.json": model.predict(data[0], verbose=0).tolist()
        },
        details={"examples": EXAMPLES},
    )


class KillAfter(keras.callbacks.Callback):
    def __init__(self, updates):
        super().__init__()
        self.updates = updates

    def on_train_batch_end(self, batch, logs=None):
        if int(self.model.optimizer.iterations) == self.updates:
            os.kill(os.getpid(), signal.SIGKILL)


RECIPE = Recipe(
    name="killable",
    title="Sums & remainders",
    paper="Nobody et al., 2000",
    settings=KillableSettings,
    prepare=prepare,
    build=build,
    train=train,
    evaluate=evaluate,
    metric=("test", "accuracy"),
    published={"test": {"accuracy": 0.9}},
)

if __name__ == "__main__":
    from recipes.runner import run_recipe

    run_recipe(RECIPE, KillableSettings(), sys.argv[1])
