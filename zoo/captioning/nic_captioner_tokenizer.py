"""The word tokenizer of the NIC captioner."""

from zoo.captioning.captioner_tokenizer import CaptionerTokenizer
from zoo.captioning.nic_captioner_backbone import NICCaptionerBackbone
from zoo.export import zoo_export


@zoo_export
class NICCaptionerTokenizer(CaptionerTokenizer):
    """See `CaptionerTokenizer`."""

    backbone_cls = NICCaptionerBackbone
