"""What the networks of all captioners share."""

import copy
import os

import keras
import keras_hub

from zoo.captioning.bare_network import bare_network, network_copy
from zoo.captioning.encoded_inputs import select_inputs

# The default of `num_tags`, which tells nothing of what a person wants.
PUBLISHED_TAGS = 999


class CaptionerBackbone(keras_hub.models.Backbone):
    """Image encoder and decoder: logits of every word of a caption.

    Subclasses make the decoder from their own arguments. What `Captioner`
    needs of a decoder is listed there.

    Args:
        decoder: layer called with `token_ids`, `features` and `padding_mask`,
            and with `tags` if there are any.
        image_encoder: a Keras model from images to `(B, feature_dim)`; None
            for precomputed features.
        tag_detector: a Keras model from features to `(B, num_tags)`; a copy
            of it is used, frozen. None if tags are given as input.
        feature_dim: size of the image vector.
        num_tags: number of image tags; None for none.
        vocabulary_hash: hash of the vocabulary that the weights belong to;
            None if unknown.
        dtype: of computations and weights.

    Shapes:
        Inputs: a dict of `images` `(B, S, S, 3)` in 0..255 or `features`
        `(B, feature_dim)`; `token_ids` `(B, T)`; optionally `padding_mask`
        `(B, T)`; with tags and no detector `tags` `(B, num_tags)`. Output:
        logits `(B, T, vocabulary_size)`.

    Masking:
        Without `padding_mask`, positions up to and including the first END
        are real.
    """

    # Constructor arguments that a config holds in serialised form.
    serialized_arguments = ("image_encoder", "tag_detector")

    def __init__(
        self,
        decoder,
        image_encoder=None,
        tag_detector=None,
        feature_dim=2048,
        num_tags=None,
        vocabulary_hash=None,
        dtype=None,
        **kwargs,
    ):
        image_encoder = bare_network(image_encoder)
        tag_detector = network_copy(tag_detector)

        # Graph
        inputs = {}
        if image_encoder is None:
            inputs["features"] = features = keras.Input(
                (feature_dim,), name="features"
            )
        else:
            inputs["images"] = keras.Input(
                image_encoder.input_shape[1:], name="images"
            )
            features = image_encoder(inputs["images"])
        inputs["token_ids"] = keras.Input(
            (None,), dtype="int32", name="token_ids"
        )
        inputs["padding_mask"] = keras.Input(
            (None,), dtype="bool", name="padding_mask", optional=True
        )
        tags = {}
        if tag_detector is not None:
            tags["tags"] = tag_detector(features)
        elif num_tags is not None:
            tags["tags"] = keras.Input((num_tags,), name="tags")
            inputs |= tags
        logits = decoder(
            inputs["token_ids"],
            features,
            padding_mask=inputs["padding_mask"],
            **tags,
        )
        fixed = _fixed_parts(decoder, tag_detector)
        super().__init__(inputs=inputs, outputs=logits, dtype=dtype, **kwargs)
        # A padding mask may be left out; the decoder derives it.
        self.input_spec = None

        # Config
        self.decoder = decoder
        self.image_encoder = image_encoder
        self.tag_detector = tag_detector
        self.vocabulary_size = decoder.vocabulary_size
        self.feature_dim = feature_dim
        self.num_tags = num_tags
        self.vocabulary_hash = vocabulary_hash
        # A function, as Keras would save what it finds in a list once more.
        self.fixed_parts = lambda: fixed
        self._hold_fixed_parts()

    @keras.layers.Layer.trainable.setter
    def trainable(self, value):
        # Keras sets it on every model it makes or loads, for all its parts.
        keras.layers.Layer.trainable.fset(self, value)
        self._hold_fixed_parts()

    def call(self, inputs, training=None, mask=None):
        return super().call(select_inputs(self, inputs), training=training)

    @property
    def image_size(self):
        """Side of the images that the encoder takes; None without one."""
        encoder = self.image_encoder
        return None if encoder is None else encoder.input_shape[1]

    def encode(self, inputs, training=False):
        """`(features, tags)` of encoded inputs, tags None without them.

        Features are taken as they are where the inputs hold them, even if
        there is an image encoder.
        """
        if "features" in inputs:
            features = inputs["features"]
        else:
            features = self.image_encoder(inputs["images"], training=training)
        if self.tag_detector is not None:
            return features, self.tag_detector(features)
        return features, None if self.num_tags is None else inputs["tags"]

    def _hold_fixed_parts(self):
        if not hasattr(self, "fixed_parts"):
            return
        for part in self.fixed_parts():
            # A loaded network may say that it is fixed while its layers are
            # not, and ignores what it thinks is set.
            part.trainable = True
            part.trainable = False

    def get_config(self):
        serialize = keras.saving.serialize_keras_object
        return {
            **super().get_config(),
            "vocabulary_size": self.vocabulary_size,
            "feature_dim": self.feature_dim,
            "image_encoder": self.image_encoder
            and serialize(self.image_encoder),
            "tag_detector": self.tag_detector and serialize(self.tag_detector),
            "num_tags": self.num_tags,
            "vocabulary_hash": self.vocabulary_hash,
        }

    @classmethod
    def from_config(cls, config):
        config = dict(config)
        for name in cls.serialized_arguments:
            if isinstance(config.get(name), dict):
                # Keras empties the config of a functional model.
                config[name] = keras.saving.deserialize_keras_object(
                    copy.deepcopy(config[name])
                )
        return super().from_config(config)


def _fixed_parts(decoder, tag_detector):
    """The layers that are not trained, whatever else is."""
    parts = [
        layer for layer in decoder._flatten_layers() if not layer.trainable
    ]
    return parts if tag_detector is None else [*parts, tag_detector]


def feature_size(image_encoder, feature_dim):
    """An image encoder brings the size of its features."""
    return (
        feature_dim if image_encoder is None else image_encoder.output_shape[-1]
    )


def tag_count(tag_detector, num_tags, feature_dim):
    """A tag detector, which must read the features, brings its tags."""
    if tag_detector is None:
        return num_tags
    if not isinstance(tag_detector, keras.Model):
        path = isinstance(tag_detector, (str, os.PathLike))
        argument = repr(os.fspath(tag_detector)) if path else "directory"
        raise TypeError(
            "`tag_detector` must be a Keras model. Received: "
            f"{tag_detector!r:.80}. Load a trained detector first: "
            f"`zoo.tag_detector({argument})`."
        )
    if num_tags is None:
        raise ValueError(
            "`num_tags=None` makes a captioner without tags, but "
            "`tag_detector` was given. Leave one of them out."
        )
    if tag_detector.input_shape[-1] != feature_dim:
        raise ValueError(
            "`tag_detector` must read the features of the captioner, of size "
            f"{feature_dim}. Received a model of input shape "
            f"{tag_detector.input_shape}."
        )
    count = tag_detector.output_shape[-1]
    if num_tags not in (PUBLISHED_TAGS, count):
        raise ValueError(
            f"`num_tags={num_tags}` does not go with `tag_detector`, which "
            f"finds {count} tags. Leave `num_tags` out."
        )
    return count
