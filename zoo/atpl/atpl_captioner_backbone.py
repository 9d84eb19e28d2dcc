"""The network of the ATPL image captioner.

Attentive Tensor Product Learning (AAAI 2019), section 4.
"""

from keras_tpr.layers import ATPLDecoder
from zoo.captioning.captioner_backbone import (
    CaptionerBackbone,
    feature_size,
    tag_count,
)
from zoo.export import zoo_export


@zoo_export
class ATPLCaptionerBackbone(CaptionerBackbone):
    """Image encoder and ATPL decoder: logits of every word of a caption.

    Args:
        vocabulary_size: number of words, END included.
        dim: size of word vectors, fillers and roles.
        units: size of the LSTM.
        feature_dim: size of the image vector; with an image encoder it is the
            encoder's.
        image_encoder: a Keras model from images to `(B, feature_dim)`; None
            for precomputed features.
        tag_detector: a Keras model from features to `(B, num_tags)`; a copy
            of it is used, frozen. None if tags are given as input.
        num_tags: number of image tags; None for none; with a tag detector it
            is the detector's.
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
    >>> token_ids = np.array([[3, 1, 0]])
    >>> inputs = {"features": np.ones((1, 5)), "token_ids": token_ids}
    >>> tuple(backbone(inputs).shape)
    (1, 3, 10)
    """

    serialized_arguments = (
        *CaptionerBackbone.serialized_arguments,
        "feature_attention",
        "role_attention",
    )

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
        feature_dim = feature_size(image_encoder, feature_dim)
        num_tags = tag_count(tag_detector, num_tags, feature_dim)
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

        # Graph
        super().__init__(
            decoder,
            image_encoder,
            tag_detector,
            feature_dim,
            num_tags,
            vocabulary_hash,
            dtype=dtype,
            **kwargs,
        )

        # Config
        self.dim = dim
        self.units = units
        self.tag_mode = tag_mode
        self.tag_factors = tag_factors
        self.lstm_inputs = tuple(lstm_inputs)
        self.tie_output = tie_output
        self.tpr_scale = tpr_scale
        self.role_basis = role_basis
        self.dropout = dropout
        self.embedding_trainable = embedding_trainable

    def get_config(self):
        decoder = self.decoder.get_config()
        return {
            **super().get_config(),
            "dim": self.dim,
            "units": self.units,
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
        }
