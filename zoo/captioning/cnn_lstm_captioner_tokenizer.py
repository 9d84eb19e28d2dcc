"""The word tokenizer of the CNN-LSTM captioner."""

from zoo.captioning.captioner_tokenizer import CaptionerTokenizer
from zoo.captioning.cnn_lstm_captioner_backbone import CNNLSTMCaptionerBackbone
from zoo.export import zoo_export


@zoo_export
class CNNLSTMCaptionerTokenizer(CaptionerTokenizer):
    """See `CaptionerTokenizer`."""

    backbone_cls = CNNLSTMCaptionerBackbone
