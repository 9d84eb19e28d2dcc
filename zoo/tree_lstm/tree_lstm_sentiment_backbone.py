"""The network of the Tree-LSTM for sentiment."""

from zoo.export import zoo_export
from zoo.tree_lstm.tree_lstm_backbone import TreeLSTMBackbone


@zoo_export
class TreeLSTMSentimentBackbone(TreeLSTMBackbone):
    """States of all nodes; see `TreeLSTMBackbone`."""
