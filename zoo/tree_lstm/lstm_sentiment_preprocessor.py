"""The preprocessor of the LSTM for sentiment."""

from zoo.export import zoo_export
from zoo.tree_lstm.lstm_sentiment_backbone import LSTMSentimentBackbone
from zoo.tree_lstm.lstm_sentiment_tokenizer import LSTMSentimentTokenizer
from zoo.tree_lstm.sentiment_preprocessor import SentimentPreprocessor
from zoo.tree_lstm.text_reader import TextReader


@zoo_export
class LSTMSentimentPreprocessor(SentimentPreprocessor):
    """Turns sentences and their classes into the encoded input.

    Args:
        tokenizer: an `LSTMSentimentTokenizer`.
        lowercase, num_classes, class_names: see `SentimentPreprocessor`.

    Call arguments:
        x: a list of texts, which are split at blanks, of lists of words, or of
            trees, of which only the words and the root's label matter.
        y: a class for each sentence; None for the labels of the trees.
        sample_weight: a weight for each sentence, or None.
        labelled: whether there shall be targets.

    Shapes:
        `(x, y, sample_weight)`, less what there is not: `x` a dict of
        `token_ids` and `padding_mask` `(B, T)`, `y` `(B,)`.

    Example:

    >>> from zoo import LSTMSentimentPreprocessor, LSTMSentimentTokenizer
    >>> tokenizer = LSTMSentimentTokenizer(["a", "gem"])
    >>> x, y = LSTMSentimentPreprocessor(tokenizer)(["a gem"], ["positive"])
    >>> x["token_ids"].tolist(), y.tolist()
    ([[2, 3]], [3])
    """

    backbone_cls = LSTMSentimentBackbone
    tokenizer_cls = LSTMSentimentTokenizer

    def __init__(self, tokenizer, **kwargs):
        super().__init__(tokenizer, TextReader(), **kwargs)
