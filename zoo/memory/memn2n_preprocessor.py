"""The preprocessor of `zoo.memn2n`."""

from zoo.export import zoo_export
from zoo.memory.memn2n_backbone import MemN2NBackbone
from zoo.memory.memn2n_tokenizer import MemN2NTokenizer
from zoo.memory.story_preprocessor import StoryPreprocessor


@zoo_export
class MemN2NPreprocessor(StoryPreprocessor):
    """See `StoryPreprocessor`."""

    backbone_cls = MemN2NBackbone
    tokenizer_cls = MemN2NTokenizer
