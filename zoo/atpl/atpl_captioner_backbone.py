"""The network of the ATPL image captioner.

Attentive Tensor Product Learning (AAAI 2019), section 4.
"""

import keras
import keras_hub

from keras_tpr.layers import ATPLDecoder
from zoo.export import zoo_export


@zoo_export
class ATPLCaptionerBackbone(keras_hub.models.Backbone):
    """Image encoder and ATPL decoder: logits of every word of a caption.

    Args:
        vocabulary_size: number of words, END included.
        dim: size of word vectors, fillers and roles.
        units: size of the LSTM.
        feature_dim: size of the image vector; with an image encoder it is the
            encoder's.
        image_encoder: a Keras model from images to `(B, feature_dim)`; None
            for precomputed features.
        tag_detector: a Keras model from features to `(B, num_tags)`, frozen;
            None if tags are given as input.
        num_tags: number of image tags; None for none.
        tag_mode: how tags enter the decoder; unused without tags.
        tag_factors, lstm_inputs, tie_output, tpr_scale, role_basis, dropout,
            seed, feature_attention, role_attention: of `ATPLDecoder`.
        embedding_trainable: whether word vectors are trained.
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
        are real. See `ATPLDecoder`.

    Example:

    >>> import numpy as np
    >>> from zoo import ATPLCaptionerBackbone
    >>> backbone = ATPLCaptionerBackbone(
    ...     10, dim=4, units=6, feature_dim=5, num_tags=None
    ... )
    >>> inputs = {"features": np.ones((1, 5)), "token_ids": [[3, 1, 0]]}
    >>> tuple(backbone(inputs).shape)
    (1, 3, 10)
    """

    def __init__(
        self,
        vocabulary_size=8791,
        dim=32,
        units=512,
        feature_dim=2048,
        image_encoder=None,
        tag_detector=None,
        num_tags=999,
        tag_mode="scn",
        tag_factors=512,
        lstm_inputs=("word",),
        tie_output=False,
        tpr_scale=None,
        role_basis="hadamard",
        dropout=0.5,
        embedding_trainable=True,
        seed=None,
        feature_attention=None,
        role_attention=None,
        vocabulary_hash=None,
        dtype=None,
        **kwargs,
    ):
        # Layers
        if image_encoder is not None:
            feature_dim = image_encoder.output_shape[-1]
        decoder = ATPLDecoder(
            vocabulary_size,
            dim,
            units,
            feature_dim,
            tag_mode=None if num_tags is None else tag_mode,
            num_tags=num_tags,
            tag_factors=tag_factors,
            lstm_inputs=lstm_inputs,
            tie_output=tie_output,
            tpr_scale=tpr_scale,
            role_basis=role_basis,
            dropout=dropout,
            seed=seed,
            feature_attention=feature_attention,
            role_attention=role_attention,
            name="decoder",
            dtype=dtype,
        )
        decoder.embedding.trainable = embedding_trainable
        if tag_detector is not None:
            tag_detector.trainable = False

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
        tags = None
        if tag_detector is not None:
            tags = tag_detector(features)
        elif num_tags is not None:
            inputs["tags"] = tags = keras.Input((num_tags,), name="tags")
        logits = decoder(
            inputs["token_ids"], features, tags, inputs["padding_mask"]
        )
        super().__init__(inputs=inputs, outputs=logits, dtype=dtype, **kwargs)
        # A padding mask may be left out; the decoder derives it.
        self.input_spec = None

        # Config
        self.image_encoder = image_encoder
        self.tag_detector = tag_detector
        self.decoder = decoder
        self.vocabulary_size = vocabulary_size
        self.dim = dim
        self.units = units
        self.feature_dim = feature_dim
        self.num_tags = num_tags
        self.tag_mode = tag_mode
        self.tag_factors = tag_factors
        self.lstm_inputs = tuple(lstm_inputs)
        self.tie_output = tie_output
        self.tpr_scale = tpr_scale
        self.role_basis = role_basis
        self.dropout = dropout
        self.embedding_trainable = embedding_trainable
        self.vocabulary_hash = vocabulary_hash

    def call(self, inputs, training=None, mask=None):
        return super().call({"padding_mask": None, **inputs}, training=training)

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
        return features, inputs["tags"] if self.num_tags else None

    def get_config(self):
        serialize = keras.saving.serialize_keras_object
        decoder = self.decoder.get_config()
        return {
            **super().get_config(),
            "vocabulary_size": self.vocabulary_size,
            "dim": self.dim,
            "units": self.units,
            "feature_dim": self.feature_dim,
            "image_encoder": self.image_encoder
            and serialize(self.image_encoder),
            "tag_detector": self.tag_detector and serialize(self.tag_detector),
            "num_tags": self.num_tags,
            "tag_mode": self.tag_mode,
            "tag_factors": self.tag_factors,
            "lstm_inputs": self.lstm_inputs,
            "tie_output": self.tie_output,
            "tpr_scale": self.tpr_scale,
            "role_basis": self.role_basis,
            "dropout": self.dropout,
            "embedding_trainable": self.embedding_trainable,
            "seed": decoder["seed"],
            "feature_attention": decoder["feature_attention"],
            "role_attention": decoder["role_attention"],
            "vocabulary_hash": self.vocabulary_hash,
        }

    @classmethod
    def from_config(cls, config):
        config = dict(config)
        for name in (
            "image_encoder",
            "tag_detector",
            "feature_attention",
            "role_attention",
        ):
            if isinstance(config.get(name), dict):
                config[name] = keras.saving.deserialize_keras_object(
                    config[name]
                )
        return super().from_config(config)
