"""The preprocessor of the ATPL captioner."""

import keras

from zoo.atpl.atpl_captioner_backbone import ATPLCaptionerBackbone
from zoo.atpl.atpl_captioner_tokenizer import ATPLCaptionerTokenizer
from zoo.captioning.captioner_preprocessor import CaptionerPreprocessor


@keras.saving.register_keras_serializable(package="keras_tpr")
class ATPLCaptionerPreprocessor(CaptionerPreprocessor):
    """See `CaptionerPreprocessor`."""

    backbone_cls = ATPLCaptionerBackbone
    tokenizer_cls = ATPLCaptionerTokenizer
