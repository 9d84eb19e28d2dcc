"""The word tokenizer of `zoo.dcnn`."""

from zoo.export import zoo_export
from zoo.sentence_cnn.dcnn_backbone import DCNNBackbone
from zoo.sentence_cnn.sentence_tokenizer import SentenceClassifierTokenizer


@zoo_export
class DCNNTokenizer(SentenceClassifierTokenizer):
    """See `SentenceClassifierTokenizer`."""

    backbone_cls = DCNNBackbone
