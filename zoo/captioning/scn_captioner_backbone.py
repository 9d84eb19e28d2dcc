"""The network of the SCN-LSTM captioner.

Semantic Compositional Networks for Visual Captioning (CVPR 2017).
"""

from zoo.captioning.lstm_captioner_backbone import LSTMCaptionerBackbone
from zoo.export import zoo_export


@zoo_export
class SCNCaptionerBackbone(LSTMCaptionerBackbone):
    """Image encoder and an LSTM whose weights are composed from image tags.

    Args:
        vocabulary_size: number of words, END included.
        embedding_dim: size of word vectors, which also score the words.
        units: size of the LSTM.
        feature_dim: size of the image vector; with an image encoder it is the
            encoder's.
        image_encoder, vocabulary_hash, dtype: see `CaptionerBackbone`.
        tag_detector: a Keras model from features to `(B, num_tags)`; a copy
            of it is used, frozen. None if tags are given as input.
        num_tags: number of image tags; with a tag detector it is the
            detector's.
        tag_factors, dropout, seed: of `LSTMDecoder`.

    Shapes:
        As `CaptionerBackbone`.

    Raises:
        ValueError: without tags.
    """

    def __init__(
        self,
        vocabulary_size=8791,
        embedding_dim=300,
        units=512,
        feature_dim=2048,
        image_encoder=None,
        tag_detector=None,
        num_tags=999,
        tag_factors=512,
        dropout=0.5,
        seed=None,
        vocabulary_hash=None,
        dtype=None,
        **kwargs,
    ):
        if num_tags is None:
            raise ValueError(
                "`num_tags=None` is no SCN captioner: tags compose its "
                "weights. Give their number, or use `zoo.cnn_lstm_captioner`, "
                "which is the same without tags."
            )
        super().__init__(
            vocabulary_size,
            embedding_dim,
            units,
            feature_dim,
            image_encoder,
            tag_detector,
            num_tags,
            tag_factors,
            feature_bias=False,
            tie_output=True,
            dropout=dropout,
            seed=seed,
            vocabulary_hash=vocabulary_hash,
            dtype=dtype,
            **kwargs,
        )
        self.tag_factors = tag_factors

    def get_config(self):
        return {**super().get_config(), "tag_factors": self.tag_factors}
