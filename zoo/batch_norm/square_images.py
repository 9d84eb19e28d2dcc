"""Images as people have them, at the size a classifier takes."""

import keras
import keras_hub

from zoo.captioning.check_positive import check_positive
from zoo.captioning.images import load_images
from zoo.captioning.images.images_in_graph import images_in_graph
from zoo.text_rows import in_graph

CHANNELS = (1, 3)


@keras.saving.register_keras_serializable(package="keras_tpr")
class SquareImages(keras_hub.models.ImageClassifierPreprocessor):
    """Turns images of any kind and size into square ones of one size.

    Works in plain Python, where TensorFlow is not needed, and on tensors in a
    traced `tf.data` map.

    Args:
        image_size: side `S` of the images.
        channels: 3 for RGB, 1 for grey: the mean of the colours.
        crop: whether the centre is cropped, or the whole squashed; see
            `zoo.captioning.images.load_image`.

    Call arguments:
        x: one image or several, as `load_images` takes them: paths, PIL
            images, arrays.
        y: labels, passed on, or None.
        sample_weight: weights, passed on, or None.

    Shapes:
        float32 `(B, S, S, channels)` in 0..255; `(S, S, channels)` of a single
        image.

    Raises:
        TypeError, ValueError: if `x` is nothing of this, and for arguments
            out of range.

    Example:

    >>> import numpy as np
    >>> from zoo.batch_norm.square_images import SquareImages
    >>> preprocessor = SquareImages(image_size=8, channels=1)
    >>> preprocessor([np.zeros((20, 30, 3)), np.zeros((9, 9))]).shape
    (2, 8, 8, 1)
    """

    def __init__(self, image_size, channels=3, crop=True, **kwargs):
        check_positive("image_size", image_size)
        if channels not in CHANNELS:
            raise ValueError(
                f"`channels` must be one of {CHANNELS}. Received: "
                f"channels={channels!r}."
            )
        super().__init__(**kwargs)
        self._side = image_size
        self.channels = channels
        self.crop = crop
        self.built = True

    @property
    def image_size(self):
        """Side of the images."""
        return self._side

    def call(self, x, y=None, sample_weight=None):
        if in_graph():
            x = images_in_graph(x, self._side, self.crop)
        else:
            x, single = load_images(x, self._side, self.crop)
            x = x[0] if single else x
        if self.channels == 1:
            # Of a grey image, whose channels are equal, it is the image.
            x = (x[..., :1] + x[..., 1:2] + x[..., 2:]) / 3.0
        return keras.utils.pack_x_y_sample_weight(x, y, sample_weight)

    def get_config(self):
        return {
            **super().get_config(),
            "image_size": self._side,
            "channels": self.channels,
            "crop": self.crop,
        }
