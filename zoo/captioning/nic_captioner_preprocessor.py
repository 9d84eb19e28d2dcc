"""The preprocessor of the NIC captioner."""

from zoo.captioning.captioner_preprocessor import CaptionerPreprocessor
from zoo.captioning.nic_captioner_backbone import NICCaptionerBackbone
from zoo.captioning.nic_captioner_tokenizer import NICCaptionerTokenizer
from zoo.export import zoo_export


@zoo_export
class NICCaptionerPreprocessor(CaptionerPreprocessor):
    """See `CaptionerPreprocessor`."""

    backbone_cls = NICCaptionerBackbone
    tokenizer_cls = NICCaptionerTokenizer
