"""The preprocessor of the Tree-LSTM for sentiment."""

from zoo.export import zoo_export
from zoo.tree_lstm.sentiment_preprocessor import SentimentPreprocessor
from zoo.tree_lstm.tree_lstm_sentiment_backbone import (
    TreeLSTMSentimentBackbone,
)
from zoo.tree_lstm.tree_lstm_sentiment_tokenizer import (
    TreeLSTMSentimentTokenizer,
)
from zoo.tree_lstm.tree_reader import TreeReader


@zoo_export
class TreeLSTMSentimentPreprocessor(SentimentPreprocessor):
    """Turns trees and the classes of their nodes into the encoded input.

    Args:
        tokenizer: a `TreeLSTMSentimentTokenizer`.
        kind, structure: see `read_tree`.
        lowercase, num_classes, class_names: see `SentimentPreprocessor`.

    Call arguments:
        x: a list of trees in any of the forms of `read_tree`; in a `tf.data`
            pipeline a tensor of bracketed trees.
        y: a class for each sentence, or a list of classes for each, one for
            each node in postorder; None for the labels of the trees.
        sample_weight: a weight for each sentence, or None.
        labelled: whether there shall be targets.

    Shapes:
        `(x, y, sample_weight)`, less what there is not: `x` a dict of
        `token_ids` and `node_mask` `(B, N)` and `children` `(B, N, K)`, `y`
        `(B, N)`, -1 for nodes without a class.

    Example:

    >>> from zoo import (
    ...     TreeLSTMSentimentPreprocessor,
    ...     TreeLSTMSentimentTokenizer,
    ... )
    >>> tokenizer = TreeLSTMSentimentTokenizer(["a", "gem"])
    >>> x, y = TreeLSTMSentimentPreprocessor(tokenizer)(["(4 (2 a) (3 gem))"])
    >>> x["token_ids"].tolist(), y.tolist()
    ([[2, 3, 0]], [[2, 3, 4]])
    """

    backbone_cls = TreeLSTMSentimentBackbone
    tokenizer_cls = TreeLSTMSentimentTokenizer

    def __init__(
        self, tokenizer, kind="constituency", structure=None, **kwargs
    ):
        super().__init__(tokenizer, TreeReader(kind, structure), **kwargs)

    def get_config(self):
        return {
            **super().get_config(),
            "kind": self.reader.kind,
            "structure": self.reader.structure,
        }
