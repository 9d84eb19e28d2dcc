"""The optimiser of a variant of BN-Inception."""

import keras


def inception_optimizer(variant):
    """SGD with momentum and an exponential decay of the learning rate.

    Args:
        variant: an `InceptionVariant`.
    """
    return keras.optimizers.SGD(
        keras.optimizers.schedules.ExponentialDecay(
            variant.learning_rate,
            variant.decay_steps,
            variant.decay_rate,
            staircase=True,
        ),
        momentum=variant.momentum,
    )
