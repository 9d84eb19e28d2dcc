"""The word tokenizer of the LSTM for relatedness."""

from zoo.export import zoo_export
from zoo.tree_lstm.lstm_relatedness_backbone import LSTMRelatednessBackbone
from zoo.tree_lstm.sentence_tokenizer import SentenceTokenizer


@zoo_export
class LSTMRelatednessTokenizer(SentenceTokenizer):
    """See `SentenceTokenizer`."""

    backbone_cls = LSTMRelatednessBackbone
