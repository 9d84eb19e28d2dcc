"""The word tokenizer of the ATPL captioner."""

from zoo.atpl.atpl_captioner_backbone import ATPLCaptionerBackbone
from zoo.captioning.captioner_tokenizer import CaptionerTokenizer
from zoo.export import zoo_export


@zoo_export
class ATPLCaptionerTokenizer(CaptionerTokenizer):
    """See `CaptionerTokenizer`."""

    backbone_cls = ATPLCaptionerBackbone
