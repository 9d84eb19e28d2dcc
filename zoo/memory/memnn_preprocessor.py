"""The preprocessor of `zoo.memnn`."""

from zoo.export import zoo_export
from zoo.memory.memnn_backbone import MemNNBackbone
from zoo.memory.memnn_tokenizer import MemNNTokenizer
from zoo.memory.story_preprocessor import StoryPreprocessor


@zoo_export
class MemNNPreprocessor(StoryPreprocessor):
    """See `StoryPreprocessor`."""

    backbone_cls = MemNNBackbone
    tokenizer_cls = MemNNTokenizer
