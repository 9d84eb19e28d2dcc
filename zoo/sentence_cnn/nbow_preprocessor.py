"""The preprocessor of `zoo.nbow`."""

from zoo.export import zoo_export
from zoo.sentence_cnn.nbow_backbone import NBoWBackbone
from zoo.sentence_cnn.nbow_tokenizer import NBoWTokenizer
from zoo.sentence_cnn.sentence_preprocessor import (
    SentenceClassifierPreprocessor,
)


@zoo_export
class NBoWPreprocessor(SentenceClassifierPreprocessor):
    """See `SentenceClassifierPreprocessor`."""

    backbone_cls = NBoWBackbone
    tokenizer_cls = NBoWTokenizer
