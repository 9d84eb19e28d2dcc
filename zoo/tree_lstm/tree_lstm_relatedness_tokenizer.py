"""The word tokenizer of the Tree-LSTM for relatedness."""

from zoo.export import zoo_export
from zoo.tree_lstm.sentence_tokenizer import SentenceTokenizer
from zoo.tree_lstm.tree_lstm_relatedness_backbone import (
    TreeLSTMRelatednessBackbone,
)


@zoo_export
class TreeLSTMRelatednessTokenizer(SentenceTokenizer):
    """See `SentenceTokenizer`."""

    backbone_cls = TreeLSTMRelatednessBackbone
