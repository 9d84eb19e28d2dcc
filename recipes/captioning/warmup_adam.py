"""The optimizer of captioners that learn from drawn scenes."""

from recipes.running.index_batches import updates_per_pass


def warmup_adam(settings, data):
    """Adam with a rate that grows, then falls by half a cosine.

    Args:
        settings: Settings with `epochs`, `batch_size`, `learning_rate`, the
            highest one, and `warmup`, the number of updates that lead to it.
        data: `CaptionData`.

    Returns:
        A Keras optimizer with gradients clipped to a global norm of 5.
    """
    import keras

    updates = settings.epochs * updates_per_pass(
        data.records[data.train].num_captions, settings.batch_size
    )
    warmup = min(settings.warmup, updates // 2)
    rate = keras.optimizers.schedules.CosineDecay(
        settings.learning_rate / 20,
        updates - warmup,
        alpha=0.02,
        warmup_target=settings.learning_rate,
        warmup_steps=warmup,
    )
    return keras.optimizers.Adam(rate, epsilon=1e-8, global_clipnorm=5.0)
