"""The word tokenizer of the ATPL tagger."""

from zoo.atpl.atpl_tagger_backbone import ATPLTaggerBackbone
from zoo.atpl.grammar_tokenizer import GrammarTokenizer
from zoo.export import zoo_export


@zoo_export
class ATPLTaggerTokenizer(GrammarTokenizer):
    """See `GrammarTokenizer`."""

    backbone_cls = ATPLTaggerBackbone
