"""The runs of the ImageNet experiments; data only.

Batch Normalization (ICML 2015), section 4.2. Published are the learning rates,
the dropout of 40 %, and what changes from `"x5"` on: no dropout, a fifth of
the L2 penalty, a decay that is six times as fast, weaker distortions of
colours. The penalty itself, momentum and decay are not: these are usual for
Inception, the decay (4 % every 8 epochs) that of GoogLeNet.
"""

import dataclasses

BATCH_SIZE = 32
# Updates of 8 passes over the 1,281,167 images.
_DECAY_STEPS = 8 * 1_281_167 // BATCH_SIZE
_L2 = 4e-5


@dataclasses.dataclass(frozen=True)
class InceptionVariant:
    """A network and its training.

    Attributes:
        batch_norm, activation: of the backbone.
        learning_rate: initial one, of SGD with `momentum`.
        decay_steps: updates in which it shrinks by `decay_rate`.
        l2: strength of the penalty on weights.
        dropout: rate before the softmax.
        distortion: strength of the random changes of brightness, contrast and
            saturation of training images; 1 for plain Inception.
    """

    batch_norm: bool = True
    activation: str = "relu"
    learning_rate: float = 0.0015
    decay_steps: int = _DECAY_STEPS
    decay_rate: float = 0.96
    momentum: float = 0.9
    l2: float = _L2
    dropout: float = 0.4
    distortion: float = 1.0


_FAST = {
    "decay_steps": _DECAY_STEPS // 6,
    "l2": _L2 / 5,
    "dropout": 0.0,
    "distortion": 0.5,
}

VARIANTS = {
    "none": InceptionVariant(batch_norm=False),
    "baseline": InceptionVariant(),
    "x5": InceptionVariant(learning_rate=0.0075, **_FAST),
    "x30": InceptionVariant(learning_rate=0.045, **_FAST),
    "x5_sigmoid": InceptionVariant(
        learning_rate=0.0075, activation="sigmoid", **_FAST
    ),
}

# The members of the ensemble: based on x30, each with some of larger initial
# weights, a little dropout, and statistics of each activation in the last
# layers. Published is this list, but not who has what.
MEMBERS = (
    {"initial_scale": 1.0, "dropout": 0.05, "last_mode": "per_feature"},
    {"initial_scale": 1.0, "dropout": 0.1, "last_mode": "per_activation"},
    {"initial_scale": 1.5, "dropout": 0.05, "last_mode": "per_feature"},
    {"initial_scale": 1.5, "dropout": 0.05, "last_mode": "per_activation"},
    {"initial_scale": 1.5, "dropout": 0.1, "last_mode": "per_feature"},
    {"initial_scale": 1.5, "dropout": 0.1, "last_mode": "per_activation"},
)
