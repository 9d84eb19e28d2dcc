"""ResNet-152, the image encoder of the published captioners."""

import keras
from keras import ops

# Mean colours of ImageNet in the order blue, green, red.
_MEAN = (103.939, 116.779, 123.68)


def resnet152(image_size=224, weights="imagenet"):
    """ResNet-152 of `keras.applications`, pooled to 2048 features.

    Args:
        image_size: side `S` of the images, at least 32.
        weights: `"imagenet"` lets Keras fetch its file on first use and keep
            it; None for random ones; or the path of a weights file.

    Returns:
        A Keras model from RGB images `(B, S, S, 3)` in 0..255 to `(B, 2048)`.

    Example:

    >>> from zoo.captioning.image_encoders.resnet152 import resnet152
    >>> resnet152(image_size=32, weights=None).output_shape
    (None, 2048)

    Reference:
        He et al., Deep Residual Learning for Image Recognition, CVPR 2016.
    """
    images = keras.Input((image_size, image_size, 3), name="images")
    try:
        network = keras.applications.ResNet152(
            include_top=False,
            weights=weights,
            input_tensor=CaffeNormalization(name="normalize")(images),
            pooling="avg",
        )
    except Exception as error:
        if weights == "imagenet":
            error.add_note(
                "Without a connection, give `weights=` the path of Keras' "
                "file resnet152_weights_tf_dim_ordering_tf_kernels_notop.h5, "
                "or `weights=None` for random weights."
            )
        raise
    # The same layers, but with a tensor as input instead of a list of one.
    return keras.Model(images, network.output, name="resnet152")


@keras.saving.register_keras_serializable(package="keras_tpr")
class CaffeNormalization(keras.layers.Layer):
    """Turns RGB in 0..255 to BGR and subtracts the mean colour of ImageNet.

    This is what the weights of `keras.applications.ResNet152` expect.

    Call arguments:
        images: `(B, H, W, 3)`.

    Shapes:
        Output as the input.
    """

    def call(self, images):
        mean = ops.convert_to_tensor(_MEAN, dtype=self.compute_dtype)
        return ops.flip(images, axis=-1) - mean

    def compute_output_shape(self, images_shape):
        return images_shape
