"""The word tokenizer of the ATPL parser."""

from zoo.atpl.atpl_parser_backbone import ATPLParserBackbone
from zoo.atpl.grammar_tokenizer import GrammarTokenizer
from zoo.export import zoo_export


@zoo_export
class ATPLParserTokenizer(GrammarTokenizer):
    """See `GrammarTokenizer`."""

    backbone_cls = ATPLParserBackbone
