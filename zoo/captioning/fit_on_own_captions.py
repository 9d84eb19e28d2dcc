"""Training on batches that depend on the weights of the moment."""

import keras

from keras_tpr.losses import SentenceCrossEntropy


def fit_on_own_captions(
    model,
    batches,
    epochs=1,
    verbose="auto",
    callbacks=None,
    validation_data=None,
    initial_epoch=0,
    validation_freq=1,
):
    """What `fit` does with `SelfCriticalBatches`.

    Keras' own loop asks for batches ahead of the updates (on a thread with
    TensorFlow, one ahead with JAX on an accelerator), and with JAX it holds
    the weights back from the model. Here a batch is made after the update on
    the one before, by the same model.

    Args:
        model: a compiled captioner.
        batches: `SelfCriticalBatches` of this model.
        epochs, verbose, callbacks, validation_data, initial_epoch,
            validation_freq: as for `keras.Model.fit`.

    Returns:
        A `keras.callbacks.History`. Logs of an epoch are means over its
        captions.

    Raises:
        ValueError: if the model, or how it is compiled, does not fit.
    """
    _check_model(model, batches)
    if not isinstance(callbacks, keras.callbacks.CallbackList):
        callbacks = keras.callbacks.CallbackList(
            callbacks,
            add_history=True,
            add_progbar=verbose != 0,
            verbose=verbose,
            epochs=epochs,
            steps=len(batches),
            model=model,
        )
    logs = {}
    model.stop_training = False
    callbacks.on_train_begin()
    # Set by a callback that restored a backup.
    for epoch in range(model._initial_epoch or initial_epoch, epochs):
        callbacks.on_epoch_begin(epoch)
        logs = _epoch(model, batches, callbacks)
        if validation_data is not None and (epoch + 1) % validation_freq == 0:
            logs |= _validate(model, validation_data, callbacks)
        callbacks.on_epoch_end(epoch, logs)
        if model.stop_training:
            break
    model.optimizer.finalize_variable_values(model.trainable_weights)
    callbacks.on_train_end(logs)
    return model.history


def _epoch(model, batches, callbacks):
    """Trains on each batch once; returns the logs."""
    batches.on_epoch_begin()
    sums, count = {}, 0
    for step in range(len(batches)):
        callbacks.on_train_batch_begin(step)
        batch = keras.tree.map_structure(
            keras.ops.convert_to_tensor, batches[step]
        )
        # Past the task's own, which would encode the batch.
        logs = keras.Model.train_on_batch(model, *batch, return_dict=True)
        rows = len(batch[1])
        for name, value in logs.items():
            sums[name] = sums.get(name, 0.0) + rows * value
        count += rows
        logs = {name: value / count for name, value in sums.items()}
        logs |= {"reward": batches.reward, "baseline": batches.baseline_reward}
        callbacks.on_train_batch_end(step, logs)
        if model.stop_training:
            break
    batches.on_epoch_end()
    return logs


def _validate(model, data, callbacks):
    x, y, sample_weight = keras.utils.unpack_x_y_sample_weight(data)
    logs = model.evaluate(
        x,
        y,
        sample_weight=sample_weight,
        callbacks=callbacks,
        verbose=0,
        return_dict=True,
    )
    return {f"val_{name}": value for name, value in logs.items()}


def _check_model(model, batches):
    if batches.model is not model:
        raise ValueError(
            "`SelfCriticalBatches` must be those of the model that is trained."
        )
    loss = model.loss
    if (
        not isinstance(loss, SentenceCrossEntropy)
        or loss.label_smoothing
        or model.scheduled_sampling is not None
    ):
        raise ValueError(
            "`SelfCriticalBatches` need the plain sentence loss: its gradient, "
            "weighted by rewards, is that of the mean reward. Call "
            "`model.compile(optimizer)`, with no other `loss`, label smoothing "
            "or scheduled sampling."
        )
