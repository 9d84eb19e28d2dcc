"""The tokenizer of `zoo.babi_ngram`: n-grams and their ids."""

from zoo.export import zoo_export
from zoo.memory.babi_ngram_backbone import BabiNgramBackbone
from zoo.word_tokenizer import WordTokenizer


@zoo_export
class BabiNgramTokenizer(WordTokenizer):
    """Maps n-grams, whose words are joined by `_`, to ids.

    Id 0 is padding; 1 is in every bag, so that its weights are the bias of the
    classes. N-grams that are not in the vocabulary are left out.

    Example:

    >>> from zoo import BabiNgramTokenizer
    >>> BabiNgramTokenizer(["ann", "ann_sat"])([["ann", "ann_ran", "ann_sat"]])
    [[2, 3]]
    """

    backbone_cls = BabiNgramBackbone

    def __init__(
        self,
        vocabulary=None,
        oov="drop",
        standardize=None,
        special=("<pad>", "<bias>"),
        vocabulary_hash=None,
        dtype="int32",
        **kwargs,
    ):
        super().__init__(
            vocabulary,
            oov=oov,
            standardize=standardize,
            special=special,
            vocabulary_hash=vocabulary_hash,
            dtype=dtype,
            **kwargs,
        )
