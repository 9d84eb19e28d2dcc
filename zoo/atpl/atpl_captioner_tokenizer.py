"""The word tokenizer of the ATPL captioner."""

import keras

from zoo.atpl.atpl_captioner_backbone import ATPLCaptionerBackbone
from zoo.captioning.captioner_tokenizer import CaptionerTokenizer


@keras.saving.register_keras_serializable(package="keras_tpr")
class ATPLCaptionerTokenizer(CaptionerTokenizer):
    """See `CaptionerTokenizer`."""

    backbone_cls = ATPLCaptionerBackbone
