"""The preprocessor of `zoo.babi_lstm`."""

from zoo.export import zoo_export
from zoo.memory.babi_lstm_backbone import BabiLSTMBackbone
from zoo.memory.babi_lstm_tokenizer import BabiLSTMTokenizer
from zoo.memory.story_preprocessor import StoryPreprocessor


@zoo_export
class BabiLSTMPreprocessor(StoryPreprocessor):
    """See `StoryPreprocessor`."""

    backbone_cls = BabiLSTMBackbone
    tokenizer_cls = BabiLSTMTokenizer
