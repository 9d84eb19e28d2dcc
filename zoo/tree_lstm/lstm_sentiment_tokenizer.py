"""The word tokenizer of the LSTM for sentiment."""

from zoo.export import zoo_export
from zoo.tree_lstm.lstm_sentiment_backbone import LSTMSentimentBackbone
from zoo.tree_lstm.sentence_tokenizer import SentenceTokenizer


@zoo_export
class LSTMSentimentTokenizer(SentenceTokenizer):
    """See `SentenceTokenizer`."""

    backbone_cls = LSTMSentimentBackbone
