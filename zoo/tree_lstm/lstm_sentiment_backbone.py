"""The network of the LSTM for sentiment."""

from zoo.export import zoo_export
from zoo.tree_lstm.lstm_backbone import LSTMBackbone


@zoo_export
class LSTMSentimentBackbone(LSTMBackbone):
    """The last states of a sentence; see `LSTMBackbone`."""
