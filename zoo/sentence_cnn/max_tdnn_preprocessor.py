"""The preprocessor of `zoo.max_tdnn`."""

from zoo.export import zoo_export
from zoo.sentence_cnn.max_tdnn_backbone import MaxTDNNBackbone
from zoo.sentence_cnn.max_tdnn_tokenizer import MaxTDNNTokenizer
from zoo.sentence_cnn.sentence_preprocessor import (
    SentenceClassifierPreprocessor,
)


@zoo_export
class MaxTDNNPreprocessor(SentenceClassifierPreprocessor):
    """See `SentenceClassifierPreprocessor`."""

    backbone_cls = MaxTDNNBackbone
    tokenizer_cls = MaxTDNNTokenizer
