"""The tokenizer of `zoo.memn2n`."""

from zoo.export import zoo_export
from zoo.memory.memn2n_backbone import MemN2NBackbone
from zoo.memory.story_tokenizer import StoryTokenizer


@zoo_export
class MemN2NTokenizer(StoryTokenizer):
    """See `StoryTokenizer`."""

    backbone_cls = MemN2NBackbone
