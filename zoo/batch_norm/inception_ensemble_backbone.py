"""Several BN-Inceptions side by side."""

import keras
import keras_hub

from zoo.batch_norm.bn_inception_backbone import BNInceptionBackbone
from zoo.export import zoo_export


@zoo_export
class InceptionEnsembleBackbone(keras_hub.models.Backbone):
    """The networks of an ensemble, on the same images.

    Args:
        members: list of dicts, the arguments of a `BNInceptionBackbone` each;
            of one image shape.
        dtype: of computations and weights.

    Shapes:
        RGB images `(B, S, S, 3)` in 0..255 to a list of maps
        `(B, S/32, S/32, C)`.

    Raises:
        ValueError: if there is no member, or shapes of images differ.
    """

    def __init__(self, members, dtype=None, **kwargs):
        networks = []
        for number, member in enumerate(members, start=1):
            name = f"member_{number}"
            # So that weights have names of their own.
            with keras.name_scope(name):
                networks.append(
                    BNInceptionBackbone(**member, name=name, dtype=dtype)
                )
        shapes = {network.image_shape for network in networks}
        if len(shapes) != 1:
            raise ValueError(
                "`members` must be at least one network, all of one image "
                f"shape. Received {len(networks)} of shapes {sorted(shapes)}."
            )

        # Graph
        images = keras.Input(shapes.pop(), name="images")
        outputs = [network(images) for network in networks]
        super().__init__(inputs=images, outputs=outputs, dtype=dtype, **kwargs)

        # Config
        self.networks = networks

    @property
    def members(self):
        """The arguments of each network."""
        configs = [network.get_config() for network in self.networks]
        others = ("name", "trainable", "dtype")
        return [
            {key: value for key, value in config.items() if key not in others}
            for config in configs
        ]

    def get_config(self):
        return {**super().get_config(), "members": self.members}
