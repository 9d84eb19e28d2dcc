"""The preprocessor of the LSTM for relatedness."""

from zoo.export import zoo_export
from zoo.tree_lstm.lstm_relatedness_backbone import LSTMRelatednessBackbone
from zoo.tree_lstm.lstm_relatedness_tokenizer import LSTMRelatednessTokenizer
from zoo.tree_lstm.relatedness_preprocessor import RelatednessPreprocessor
from zoo.tree_lstm.text_reader import TextReader


@zoo_export
class LSTMRelatednessPreprocessor(RelatednessPreprocessor):
    """Turns pairs of sentences and their scores into the encoded input.

    Args:
        tokenizer: an `LSTMRelatednessTokenizer`.
        lowercase, num_classes: see `RelatednessPreprocessor`.

    Call arguments:
        x: a list of pairs of texts, which are split at blanks, of lists of
            words, or of trees, of which only the words matter; or a tuple of
            two lists, or a dict of them, `left` and `right`.
        y: a score for each pair, or None.
        sample_weight: a weight for each pair, or None.
        labelled: whether there shall be targets.

    Shapes:
        `(x, y, sample_weight)`, less what there is not: `x` a dict of
        `token_ids` and `padding_mask` `(B, 2, T)`, `y` `(B,)`.

    Example:

    >>> from zoo import LSTMRelatednessPreprocessor, LSTMRelatednessTokenizer
    >>> tokenizer = LSTMRelatednessTokenizer(["dogs", "bark", "sleep"])
    >>> pair = ("dogs bark", "dogs sleep")
    >>> x, y = LSTMRelatednessPreprocessor(tokenizer)([pair], [3.2])
    >>> x["token_ids"].tolist()
    [[[2, 3], [2, 4]]]
    """

    backbone_cls = LSTMRelatednessBackbone
    tokenizer_cls = LSTMRelatednessTokenizer

    def __init__(self, tokenizer, **kwargs):
        super().__init__(tokenizer, TextReader(), **kwargs)
