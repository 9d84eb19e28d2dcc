"""Settings that all recipes of BN-Inception have."""

import dataclasses
from typing import Literal

from recipes.running.settings import Settings, setting

Variant = Literal["none", "baseline", "x5", "x30", "x5_sigmoid"]


@dataclasses.dataclass(frozen=True)
class InceptionSettings(Settings):
    """One run; learning rate, L2, dropout and decay are the variant's."""

    variant: Variant = setting("baseline", "see `zoo.bn_inception`")
    batch_size: int = setting(32, "section 4.2.1")
    image_size: int = setting(224, "side of the images, figure 5")
    width: float = setting(1.0, "of all numbers of channels, figure 5")
    check_every: int = setting(20_000, "updates between validations")
    norm_momentum: float = setting(0.99, "of moving statistics")

    def __post_init__(self):
        super().__post_init__()
        self.require_at_least(1, "check_every")
        self.require("width", "above 0", lambda value: value > 0)
        self.require(
            "image_size", "a multiple of 32", lambda side: side % 32 == 0
        )
        self.require(
            "norm_momentum", "from 0 to 1", lambda value: 0 <= value <= 1
        )


def model_options(settings):
    """Arguments of `zoo.bn_inception`."""
    return {
        "variant": settings.variant,
        "image_shape": (settings.image_size, settings.image_size, 3),
        "width_multiplier": settings.width,
        "momentum": settings.norm_momentum,
    }
