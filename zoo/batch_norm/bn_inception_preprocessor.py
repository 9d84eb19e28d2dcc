"""Preprocessor of BN-Inception."""

from zoo.batch_norm.bn_inception_backbone import BNInceptionBackbone
from zoo.batch_norm.square_images import SquareImages
from zoo.export import zoo_export


@zoo_export
class BNInceptionPreprocessor(SquareImages):
    """`SquareImages` in RGB; see there."""

    backbone_cls = BNInceptionBackbone

    def __init__(self, image_size=224, channels=3, crop=True, **kwargs):
        super().__init__(image_size, channels, crop, **kwargs)
