"""Images as people have them, made ready for an image encoder."""

from zoo.captioning.images.load_image import load_image
from zoo.captioning.images.load_images import load_images

__all__ = ["load_image", "load_images"]
