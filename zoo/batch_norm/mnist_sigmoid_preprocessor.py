"""Preprocessor of the sigmoid network of digits."""

from zoo.batch_norm.mnist_sigmoid_backbone import SIDE, MNISTSigmoidBackbone
from zoo.batch_norm.square_images import SquareImages
from zoo.export import zoo_export


@zoo_export
class MNISTSigmoidPreprocessor(SquareImages):
    """`SquareImages` of 28 pixels, grey; see there."""

    backbone_cls = MNISTSigmoidBackbone

    def __init__(self, image_size=SIDE, channels=1, crop=True, **kwargs):
        super().__init__(image_size, channels, crop, **kwargs)
