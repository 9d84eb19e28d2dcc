"""The word tokenizer of the ATPL autoencoder."""

from zoo.atpl.atpl_autoencoder_backbone import ATPLAutoencoderBackbone
from zoo.atpl.grammar_tokenizer import GrammarTokenizer
from zoo.export import zoo_export


@zoo_export
class ATPLAutoencoderTokenizer(GrammarTokenizer):
    """See `GrammarTokenizer`."""

    backbone_cls = ATPLAutoencoderBackbone
