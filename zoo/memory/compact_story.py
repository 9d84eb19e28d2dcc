"""Stories as numbers of different sentences, however they come."""

from typing import Any, NamedTuple

from keras import ops


class CompactStory(NamedTuple):
    """A batch of stories, each sentence of which is there once.

    Args:
        sentences: ids of words, `(U, L)`.
        numbers: which sentence each statement is, `(B, S)`.
        mask: booleans `(B, S)`, False where there is no statement.
    """

    sentences: Any
    numbers: Any
    mask: Any


def compact_story(inputs):
    """Reads the inputs of a model.

    Args:
        inputs: dict with `story`, ids `(B, S, L)`, and maybe `story_mask`
            `(B, S)`; or with `sentences` `(U, L)` and, as `story`, their
            numbers `(B, S)`, where sentence 0 is that of no statement.

    Returns:
        A `CompactStory` of tensors.
    """
    story = ops.cast(inputs["story"], "int32")
    if "sentences" in inputs:
        sentences = ops.cast(inputs["sentences"], "int32")
        return CompactStory(sentences, story, story > 0)
    batch, size, length = ops.shape(story)
    mask = inputs.get("story_mask")
    if mask is None:
        mask = ops.any(ops.not_equal(story, 0), axis=-1)
    return CompactStory(
        ops.reshape(story, (-1, length)),
        ops.reshape(ops.arange(batch * size, dtype="int32"), (batch, size)),
        ops.cast(mask, "bool"),
    )
