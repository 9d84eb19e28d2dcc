"""Networks that turn an image into the feature vector a captioner reads."""

from zoo.captioning.image_encoders.image_encoder import image_encoder

__all__ = ["image_encoder"]
