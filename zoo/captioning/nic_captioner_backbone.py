"""The network of the neural image captioner (NIC).

Show and Tell (CVPR 2015); the first baseline of the ATPL paper.
"""

from keras_tpr.layers import LSTMDecoder
from zoo.captioning.captioner_backbone import CaptionerBackbone, feature_size
from zoo.export import zoo_export


@zoo_export
class NICCaptionerBackbone(CaptionerBackbone):
    """Image encoder and LSTM decoder: logits of every word of a caption.

    Args:
        vocabulary_size: number of words, END included.
        embedding_dim: size of word vectors.
        units: size of the LSTM.
        feature_dim: size of the image vector; with an image encoder it is the
            encoder's.
        image_encoder, vocabulary_hash, dtype: see `CaptionerBackbone`.
        dropout, seed: of `LSTMDecoder`.

    Shapes:
        As `CaptionerBackbone`, without tags.
    """

    def __init__(
        self,
        vocabulary_size=8791,
        embedding_dim=512,
        units=512,
        feature_dim=2048,
        image_encoder=None,
        dropout=0.5,
        seed=None,
        vocabulary_hash=None,
        dtype=None,
        **kwargs,
    ):
        # Layers
        feature_dim = feature_size(image_encoder, feature_dim)
        decoder = LSTMDecoder(
            vocabulary_size,
            embedding_dim,
            units,
            feature_dim,
            dropout=dropout,
            seed=seed,
            name="decoder",
            dtype=dtype,
        )

        # Graph
        super().__init__(
            decoder,
            image_encoder,
            feature_dim=feature_dim,
            vocabulary_hash=vocabulary_hash,
            dtype=dtype,
            **kwargs,
        )

        # Config
        self.embedding_dim = embedding_dim
        self.units = units
        self.dropout = dropout
        self.seed = seed

    def get_config(self):
        config = super().get_config()
        # NIC has no tags.
        del config["tag_detector"], config["num_tags"]
        return {
            **config,
            "embedding_dim": self.embedding_dim,
            "units": self.units,
            "dropout": self.dropout,
            "seed": self.seed,
        }
