"""The preprocessor of the ATPL tagger."""

from zoo.atpl.atpl_tagger_backbone import ATPLTaggerBackbone
from zoo.atpl.atpl_tagger_tokenizer import ATPLTaggerTokenizer
from zoo.atpl.grammar_preprocessor import GrammarPreprocessor
from zoo.atpl.tag_classes import TagClasses
from zoo.export import zoo_export


@zoo_export
class ATPLTaggerPreprocessor(GrammarPreprocessor):
    """Turns sentences and their tags into the encoded input.

    Args:
        tokenizer: an `ATPLTaggerTokenizer`.
        affix_buckets: see `GrammarPreprocessor`.
        class_names: names of the tags; None for those of the Penn Treebank.

    Call arguments:
        x: a list of texts, of lists of words, of lists of pairs of a word and
            its tag, or of trees.
        y: for each sentence the list of its tags; None for those that the
            sentences come with.
        sample_weight: a weight for each sentence, or None.
        labelled: whether there shall be targets.

    Shapes:
        `(x, y)`: `x` a dict of `token_ids` `(B, T)`, and of `vector_ids` and
        `affix_ids` for a model that reads them; `y` `(B, T)`, -1 behind the
        words.

    Example:

    >>> from zoo import ATPLTaggerPreprocessor, ATPLTaggerTokenizer
    >>> tokenizer = ATPLTaggerTokenizer(["a", "gem"])
    >>> preprocessor = ATPLTaggerPreprocessor(
    ...     tokenizer, class_names=["DT", "NN"]
    ... )
    >>> x, y = preprocessor([["a", "gem"], ["gem"]], [["DT", "NN"], ["NN"]])
    >>> y.tolist()
    [[0, 1], [1, -1]]
    """

    backbone_cls = ATPLTaggerBackbone
    tokenizer_cls = ATPLTaggerTokenizer

    def __init__(
        self, tokenizer, affix_buckets=None, class_names=None, **kwargs
    ):
        super().__init__(tokenizer, affix_buckets, **kwargs)
        self.classes = TagClasses(class_names=class_names)

    def labelled(self, row, sentence, target):
        tags = sentence.tags if target is None else target
        if tags is None:
            raise ValueError(
                "the sentence has no tags. Give `y`, pairs of a word and its "
                "tag, or a tree"
            )
        return row._replace(labels=self.classes.numbers(sentence.words, tags))

    def get_config(self):
        return {
            **super().get_config(),
            "class_names": list(self.classes.names),
        }
