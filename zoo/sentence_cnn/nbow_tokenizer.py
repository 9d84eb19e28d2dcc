"""The word tokenizer of `zoo.nbow`."""

from zoo.export import zoo_export
from zoo.sentence_cnn.nbow_backbone import NBoWBackbone
from zoo.sentence_cnn.sentence_tokenizer import SentenceClassifierTokenizer


@zoo_export
class NBoWTokenizer(SentenceClassifierTokenizer):
    """See `SentenceClassifierTokenizer`."""

    backbone_cls = NBoWBackbone
