"""The preprocessor of the Tree-LSTM for relatedness."""

from zoo.export import zoo_export
from zoo.tree_lstm.relatedness_preprocessor import RelatednessPreprocessor
from zoo.tree_lstm.tree_lstm_relatedness_backbone import (
    TreeLSTMRelatednessBackbone,
)
from zoo.tree_lstm.tree_lstm_relatedness_tokenizer import (
    TreeLSTMRelatednessTokenizer,
)
from zoo.tree_lstm.tree_reader import TreeReader


@zoo_export
class TreeLSTMRelatednessPreprocessor(RelatednessPreprocessor):
    """Turns pairs of trees and their scores into the encoded input.

    Args:
        tokenizer: a `TreeLSTMRelatednessTokenizer`.
        kind, structure: see `read_tree`.
        lowercase, num_classes: see `RelatednessPreprocessor`.

    Call arguments:
        x: a list of pairs of trees in any of the forms of `read_tree`; or a
            tuple of two lists, or a dict of them, `left` and `right`, which in
            a `tf.data` pipeline are tensors of bracketed trees.
        y: a score for each pair, or None.
        sample_weight: a weight for each pair, or None.
        labelled: whether there shall be targets.

    Shapes:
        `(x, y, sample_weight)`, less what there is not: `x` a dict of
        `token_ids` and `node_mask` `(B, 2, N)` and `children`
        `(B, 2, N, K)`, `y` `(B,)`.

    Example:

    >>> from zoo import (
    ...     TreeLSTMRelatednessPreprocessor,
    ...     TreeLSTMRelatednessTokenizer,
    ... )
    >>> tokenizer = TreeLSTMRelatednessTokenizer(["dogs", "bark", "sleep"])
    >>> bark = {"tokens": ["dogs", "bark"], "heads": [2, 0]}
    >>> sleep = {"tokens": ["dogs", "sleep"], "heads": [2, 0]}
    >>> preprocessor = TreeLSTMRelatednessPreprocessor(tokenizer)
    >>> x, y = preprocessor([(bark, sleep)], [3.2])
    >>> x["token_ids"].tolist()
    [[[2, 3], [2, 4]]]
    """

    backbone_cls = TreeLSTMRelatednessBackbone
    tokenizer_cls = TreeLSTMRelatednessTokenizer

    def __init__(self, tokenizer, kind="dependency", structure=None, **kwargs):
        super().__init__(tokenizer, TreeReader(kind, structure), **kwargs)

    def get_config(self):
        return {
            **super().get_config(),
            "kind": self.reader.kind,
            "structure": self.reader.structure,
        }
