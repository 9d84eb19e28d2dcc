"""The word tokenizer of the SCN-LSTM captioner."""

from zoo.captioning.captioner_tokenizer import CaptionerTokenizer
from zoo.captioning.scn_captioner_backbone import SCNCaptionerBackbone
from zoo.export import zoo_export


@zoo_export
class SCNCaptionerTokenizer(CaptionerTokenizer):
    """See `CaptionerTokenizer`."""

    backbone_cls = SCNCaptionerBackbone
