"""How the models of grammar are trained."""

import keras

from recipes.running.training import Training


def training_plan(
    train, validation, settings, monitor, mode, epochs=None, callbacks=()
):
    """The `Training` of a model.

    Args:
        train: `GrammarBatches` to train on.
        validation: `GrammarBatches` to choose the weights by.
        settings: Settings with `seed` and `epochs`.
        monitor, mode, callbacks: of `Training`.
        epochs: passes, those of the settings by default.
    """
    return Training(
        batches=lambda update: train.training(settings.seed, update),
        updates_per_epoch=train.updates_per_epoch,
        epochs=settings.epochs if epochs is None else epochs,
        validation=validation.evaluation(),
        monitor=monitor,
        mode=mode,
        callbacks=callbacks,
        fingerprint=train.fingerprint,
    )


def falling_adam(learning_rate, updates):
    """Adam whose rate falls to a twentieth, with clipped gradients."""
    return keras.optimizers.Adam(
        keras.optimizers.schedules.CosineDecay(
            learning_rate, max(1, updates), alpha=0.05
        ),
        beta_2=0.99,
        global_clipnorm=5.0,
    )
