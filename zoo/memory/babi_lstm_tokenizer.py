"""The tokenizer of `zoo.babi_lstm`."""

from zoo.export import zoo_export
from zoo.memory.babi_lstm_backbone import BabiLSTMBackbone
from zoo.memory.story_tokenizer import StoryTokenizer


@zoo_export
class BabiLSTMTokenizer(StoryTokenizer):
    """See `StoryTokenizer`."""

    backbone_cls = BabiLSTMBackbone
