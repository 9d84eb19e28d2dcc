"""The preprocessor of the SCN-LSTM captioner."""

from zoo.captioning.captioner_preprocessor import CaptionerPreprocessor
from zoo.captioning.scn_captioner_backbone import SCNCaptionerBackbone
from zoo.captioning.scn_captioner_tokenizer import SCNCaptionerTokenizer
from zoo.export import zoo_export


@zoo_export
class SCNCaptionerPreprocessor(CaptionerPreprocessor):
    """See `CaptionerPreprocessor`."""

    backbone_cls = SCNCaptionerBackbone
    tokenizer_cls = SCNCaptionerTokenizer
