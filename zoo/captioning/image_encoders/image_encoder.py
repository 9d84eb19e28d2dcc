"""Image encoders by name, or from a Keras model."""

import difflib

import keras

from zoo.captioning.image_encoders.efficientnet_lite0 import efficientnet_lite0
from zoo.captioning.image_encoders.resnet152 import resnet152
from zoo.captioning.image_encoders.scene_cnn import scene_cnn

ENCODERS = {
    "efficientnet_lite0": efficientnet_lite0,
    "resnet152": resnet152,
    "scene_cnn": scene_cnn,
}
# Trained with the captioner from the start; the others come trained.
_TRAINED_JOINTLY = ("scene_cnn",)


def image_encoder(encoder, trainable=None, weights="default", image_size=None):
    """An image encoder for a captioner, as a Keras model.

    | name | features | image | weights |
    |---|---|---|---|
    | `"resnet152"` | 2048, as published | 224 | ImageNet, 232 MB fetched once |
    | `"efficientnet_lite0"` | 1280 | 224 | ImageNet, extra `vision` |
    | `"scene_cnn"` | 256 | 64 | none: trained with the captioner |

    Args:
        encoder: one of these names, or a Keras model from square RGB images
            in 0..255 to vectors `(B, n_v)`, with its normalisation inside. A
            grid `(B, rows, columns, C)` is averaged to `(B, C)`; end the model
            in `keras.layers.Flatten` to keep positions instead.
        trainable: whether the captioner trains the encoder. By default only
            `scene_cnn` is trained; a model is left as it is.
        weights: `"default"` as in the table, `None` for random ones, or the
            path of a weights file.
        image_size: side `S` of the images; None for that of the table.

    Returns:
        A Keras model from float32 images `(B, S, S, 3)` in 0..255 to features
        `(B, n_v)`. It can be rebuilt from its config without a download.

    Raises:
        TypeError: if `encoder` is neither a name nor a Keras model.
        ValueError: for an unknown name (close matches are named), or a model
            of other input or output shapes.

    Example:

    >>> from zoo.captioning.image_encoders import image_encoder
    >>> image_encoder("scene_cnn").output_shape
    (None, 256)
    """
    if isinstance(encoder, keras.Model):
        model = _checked(encoder, weights, image_size)
    elif isinstance(encoder, str):
        if encoder not in ENCODERS:
            raise ValueError(_unknown(encoder))
        arguments = {} if image_size is None else {"image_size": image_size}
        if weights != "default":
            arguments["weights"] = weights
        model = ENCODERS[encoder](**arguments)
        if trainable is None:
            trainable = encoder in _TRAINED_JOINTLY
    else:
        raise TypeError(
            "`image_encoder` must be a name or a Keras model; received "
            f"{encoder!r}. Names: {', '.join(sorted(ENCODERS))}."
        )
    if trainable is not None:
        model.trainable = trainable
    return model


def _unknown(name):
    close = difflib.get_close_matches(name.lower(), ENCODERS, n=2, cutoff=0.4)
    hint = f"Did you mean {' or '.join(map(repr, close))}? " if close else ""
    return (
        f"There is no image encoder {name!r}. {hint}Give one of "
        f"{', '.join(sorted(ENCODERS))}, or a Keras model."
    )


def _checked(model, weights, image_size):
    if weights != "default":
        raise ValueError(
            "`weights` goes with the name of an encoder; a model has its own. "
            f"Received `weights={weights!r}`: use `model.load_weights` first."
        )
    if not model.built or not hasattr(model, "input_shape"):
        raise ValueError(
            f"The image encoder {model.name!r} has no fixed input shape. Make "
            "it a functional model: `keras.Model(inputs, outputs)` with "
            "`inputs = keras.Input((S, S, 3))`."
        )
    inputs, outputs = model.input_shape, model.output_shape
    expected = f"{model.name!r} must take images (B, S, S, 3), S fixed"
    if not _is_shape(inputs) or len(inputs) != 4:
        raise ValueError(f"{expected}; its input shape is {inputs}.")
    if inputs[3] != 3 or inputs[1] != inputs[2] or inputs[1] is None:
        raise ValueError(f"{expected}; its input shape is {inputs}.")
    if image_size not in (None, inputs[1]):
        raise ValueError(
            f"{model.name!r} takes images of side {inputs[1]}, but "
            f"`image_size={image_size}`. Leave it out."
        )
    if not _is_shape(outputs) or len(outputs) not in (2, 4):
        raise ValueError(
            f"{model.name!r} must give one vector (B, n_v) or a grid "
            f"(B, rows, columns, C) for each image; its output shape is "
            f"{outputs}. For a classifier of `keras.applications`, use "
            '`include_top=False, pooling="avg"`.'
        )
    if outputs[-1] is None:
        raise ValueError(
            f"The size of the features of {model.name!r} must be fixed; its "
            f"output shape is {outputs}."
        )
    if len(outputs) == 2 and not isinstance(model.input, list):
        return model
    # Keras warns where a model made with a list of one input gets a tensor.
    image = keras.tree.flatten(model.input)[0]
    features = model.output
    if len(outputs) == 4:
        pool = keras.layers.GlobalAveragePooling2D(
            data_format="channels_last", name="pooled"
        )
        features = pool(features)
    return keras.Model(image, features, name=model.name)


def _is_shape(shape):
    """Whether it is one shape rather than a list or dict of them."""
    return isinstance(shape, tuple) and all(
        size is None or isinstance(size, int) for size in shape
    )
