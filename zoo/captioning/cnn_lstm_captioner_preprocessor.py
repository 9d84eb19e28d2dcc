"""The preprocessor of the CNN-LSTM captioner."""

from zoo.captioning.captioner_preprocessor import CaptionerPreprocessor
from zoo.captioning.cnn_lstm_captioner_backbone import CNNLSTMCaptionerBackbone
from zoo.captioning.cnn_lstm_captioner_tokenizer import (
    CNNLSTMCaptionerTokenizer,
)
from zoo.export import zoo_export


@zoo_export
class CNNLSTMCaptionerPreprocessor(CaptionerPreprocessor):
    """See `CaptionerPreprocessor`."""

    backbone_cls = CNNLSTMCaptionerBackbone
    tokenizer_cls = CNNLSTMCaptionerTokenizer
