"""The tokenizer of `zoo.memnn`."""

from zoo.export import zoo_export
from zoo.memory.memnn_backbone import MemNNBackbone
from zoo.memory.story_tokenizer import StoryTokenizer


@zoo_export
class MemNNTokenizer(StoryTokenizer):
    """See `StoryTokenizer`."""

    backbone_cls = MemNNBackbone
