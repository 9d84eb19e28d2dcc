"""The network of the neural image captioner (NIC).

Show and Tell (CVPR 2015); the first baseline of the ATPL paper.
"""

from zoo.captioning.lstm_captioner_backbone import LSTMCaptionerBackbone
from zoo.export import zoo_export


@zoo_export
class NICCaptionerBackbone(LSTMCaptionerBackbone):
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
        super().__init__(
            vocabulary_size,
            embedding_dim,
            units,
            feature_dim,
            image_encoder,
            dropout=dropout,
            seed=seed,
            vocabulary_hash=vocabulary_hash,
            dtype=dtype,
            **kwargs,
        )
