"""The preprocessor of the ATPL captioner."""

from zoo.atpl.atpl_captioner_backbone import ATPLCaptionerBackbone
from zoo.atpl.atpl_captioner_tokenizer import ATPLCaptionerTokenizer
from zoo.captioning.captioner_preprocessor import CaptionerPreprocessor
from zoo.export import zoo_export


@zoo_export
class ATPLCaptionerPreprocessor(CaptionerPreprocessor):
    """See `CaptionerPreprocessor`."""

    backbone_cls = ATPLCaptionerBackbone
    tokenizer_cls = ATPLCaptionerTokenizer
