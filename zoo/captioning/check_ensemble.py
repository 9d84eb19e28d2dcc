"""Refuses captioners that cannot write one caption together."""

import reprlib

from zoo.captioning.caption_training import CaptionTraining


def check_ensemble(captioner, others):
    """Raises an error unless all have one vocabulary and one kind of inputs.

    Args:
        captioner: the one that is asked for captions.
        others: further members of its ensemble.

    Raises:
        TypeError: if `others` is no list of captioners.
        ValueError: if vocabularies or inputs differ.
    """
    if not isinstance(others, (list, tuple)) or not all(
        isinstance(other, CaptionTraining) for other in others
    ):
        raise TypeError(
            "`ensemble` must be a list of captioners, the further members. "
            f"Received: {reprlib.repr(others)}."
        )
    mine = captioner.backbone
    for other in others:
        theirs = other.backbone
        hashes = mine.vocabulary_hash, theirs.vocabulary_hash
        if mine.vocabulary_size != theirs.vocabulary_size or (
            # A hash that is unknown is not compared.
            None not in hashes and hashes[0] != hashes[1]
        ):
            raise ValueError(
                "All members of an `ensemble` must have one vocabulary. "
                f"{other.name!r} has {theirs.vocabulary_size} words and the "
                f"hash {hashes[1]}, {captioner.name!r} "
                f"{mine.vocabulary_size} and {hashes[0]}."
            )
        wanted, given = _inputs(theirs), _inputs(mine)
        if not wanted.items() <= given.items():
            raise ValueError(
                "All members of an `ensemble` must read the same inputs. "
                f"{other.name!r} reads {wanted}, {captioner.name!r} {given}."
            )


def _inputs(backbone):
    """Name -> shape of what a backbone reads beside words."""
    return {
        name: tuple(tensor.shape[1:])
        for name, tensor in backbone.input.items()
        if name not in ("token_ids", "padding_mask")
    }
