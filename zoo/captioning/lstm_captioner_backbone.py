"""What the networks of the captioners with an LSTM decoder share."""

from keras_tpr.layers import LSTMDecoder
from zoo.captioning.captioner_backbone import (
    CaptionerBackbone,
    feature_size,
    tag_count,
)


class LSTMCaptionerBackbone(CaptionerBackbone):
    """Image encoder and LSTM decoder: logits of every word of a caption.

    Args:
        vocabulary_size: number of words, END included.
        embedding_dim: size of word vectors.
        units: size of the LSTM.
        feature_dim: size of the image vector; with an image encoder it is the
            encoder's.
        image_encoder, tag_detector, num_tags, vocabulary_hash, dtype: see
            `CaptionerBackbone`.
        tag_factors, feature_bias, tie_output, dropout, seed: of `LSTMDecoder`.
    """

    def __init__(
        self,
        vocabulary_size,
        embedding_dim,
        units,
        feature_dim,
        image_encoder=None,
        tag_detector=None,
        num_tags=None,
        tag_factors=512,
        feature_bias=True,
        tie_output=False,
        dropout=0.5,
        seed=None,
        vocabulary_hash=None,
        dtype=None,
        **kwargs,
    ):
        # Layers
        feature_dim = feature_size(image_encoder, feature_dim)
        num_tags = tag_count(tag_detector, num_tags, feature_dim)
        decoder = LSTMDecoder(
            vocabulary_size,
            embedding_dim,
            units,
            feature_dim,
            num_tags=num_tags,
            tag_factors=tag_factors,
            feature_bias=feature_bias,
            tie_output=tie_output,
            dropout=dropout,
            seed=seed,
            name="decoder",
            dtype=dtype,
        )

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
        self.embedding_dim = embedding_dim
        self.units = units
        self.dropout = dropout
        self.seed = seed

    def get_config(self):
        config = {
            **super().get_config(),
            "embedding_dim": self.embedding_dim,
            "units": self.units,
            "dropout": self.dropout,
            "seed": self.seed,
        }
        if self.num_tags is None:
            # The captioners without tags have no such arguments.
            del config["tag_detector"], config["num_tags"]
        return config
