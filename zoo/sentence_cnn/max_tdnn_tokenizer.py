"""The word tokenizer of `zoo.max_tdnn`."""

from zoo.export import zoo_export
from zoo.sentence_cnn.max_tdnn_backbone import MaxTDNNBackbone
from zoo.sentence_cnn.sentence_tokenizer import SentenceClassifierTokenizer


@zoo_export
class MaxTDNNTokenizer(SentenceClassifierTokenizer):
    """See `SentenceClassifierTokenizer`."""

    backbone_cls = MaxTDNNBackbone
