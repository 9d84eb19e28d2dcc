"""The word tokenizer of the Tree-LSTM for sentiment."""

from zoo.export import zoo_export
from zoo.tree_lstm.sentence_tokenizer import SentenceTokenizer
from zoo.tree_lstm.tree_lstm_sentiment_backbone import TreeLSTMSentimentBackbone


@zoo_export
class TreeLSTMSentimentTokenizer(SentenceTokenizer):
    """See `SentenceTokenizer`."""

    backbone_cls = TreeLSTMSentimentBackbone
