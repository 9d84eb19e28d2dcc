"""The preprocessor of `zoo.dcnn`."""

from zoo.export import zoo_export
from zoo.sentence_cnn.dcnn_backbone import DCNNBackbone
from zoo.sentence_cnn.dcnn_tokenizer import DCNNTokenizer
from zoo.sentence_cnn.sentence_preprocessor import (
    SentenceClassifierPreprocessor,
)


@zoo_export
class DCNNPreprocessor(SentenceClassifierPreprocessor):
    """See `SentenceClassifierPreprocessor`."""

    backbone_cls = DCNNBackbone
    tokenizer_cls = DCNNTokenizer
