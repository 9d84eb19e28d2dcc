"""Candidates matched with their references, checked before any scoring."""

from collections.abc import Iterable, Mapping, Set
from typing import NamedTuple

_SHOWN = 5


class CaptionPairs(NamedTuple):
    """One candidate and its references for each image, in one order.

    Args:
        ids: the image ids, or positions when lists were given.
        candidates: one caption an image.
        references: the reference captions of each image.
    """

    ids: list
    candidates: list[str]
    references: list[list[str]]


def pair_captions(candidates, references):
    """Checks candidates and references and puts them in one order.

    Args:
        candidates: a list of captions, or a mapping from image id to its
            caption (or to a list of exactly one caption).
        references: a list of lists of captions, or a mapping from image id to
            a list of captions; a list goes with a list, a mapping with a
            mapping of the same ids.

    Returns:
        `CaptionPairs` in the order of `candidates`.

    Raises:
        TypeError: a list with a mapping, or a caption that is not a string.
        ValueError: nothing to score, ids or lengths that differ, an image
            without reference, or one with several candidates.
    """
    if isinstance(candidates, Mapping) != isinstance(references, Mapping):
        raise TypeError(
            "`candidates` and `references` must both be lists, or both be "
            "mappings with image ids as keys. Received: "
            f"{type(candidates).__name__} and {type(references).__name__}."
        )
    if isinstance(candidates, Mapping):
        ids = list(candidates)
        _check_same_ids(candidates, references)
        candidates = [candidates[key] for key in ids]
        references = [references[key] for key in ids]
    else:
        candidates = as_list(candidates, "candidates")
        references = as_list(references, "references")
        ids = list(range(len(candidates)))
        if len(candidates) != len(references):
            raise ValueError(
                "`candidates` and `references` must have one entry for each "
                f"image. Received: {len(candidates)} candidates and "
                f"{len(references)} lists of references."
            )
    if not ids:
        raise ValueError("`candidates` is empty: there is nothing to score.")
    return CaptionPairs(
        ids,
        [
            _one(caption, key)
            for caption, key in zip(candidates, ids, strict=True)
        ],
        reference_lists(references, ids),
    )


def reference_lists(references, ids):
    """Checks the references of each image; returns them as lists."""
    return [
        _several(texts, key) for texts, key in zip(references, ids, strict=True)
    ]


def _check_same_ids(candidates, references):
    missing = [key for key in candidates if key not in references]
    extra = [key for key in references if key not in candidates]
    if missing or extra:
        raise ValueError(
            "`candidates` and `references` must have the same image ids. "
            f"Received: {_some(missing)} without references and "
            f"{_some(extra)} without a candidate. Leave out the images that "
            "are not to be scored."
        )


def _some(keys):
    shown = ", ".join(repr(key) for key in keys[:_SHOWN])
    more = f", ... ({len(keys)} in all)" if len(keys) > _SHOWN else ""
    return f"[{shown}{more}]"


def as_list(value, name):
    """A list of one entry for each image; refuses what has no order."""
    if isinstance(value, str | bytes):
        raise TypeError(
            f"`{name}` must be a list or a mapping with one entry for each "
            f"image. Received the string {value!r}; put it into a list."
        )
    if isinstance(value, Set) or not isinstance(value, Iterable):
        raise TypeError(
            f"`{name}` must be a list or a mapping with one entry for each "
            f"image. Received: {value!r} of type {type(value).__name__}."
        )
    return list(value)


def _one(caption, key):
    if isinstance(caption, list | tuple):
        if len(caption) != 1:
            raise ValueError(
                "`candidates` must have exactly one caption for each image. "
                f"Received: {len(caption)} captions for image {key!r}."
            )
        caption = caption[0]
    if not isinstance(caption, str):
        raise TypeError(
            "`candidates` must hold strings. Received: "
            f"{caption!r} of type {type(caption).__name__} for image {key!r}."
        )
    return caption


def _several(captions, key):
    if isinstance(captions, str | bytes):
        raise TypeError(
            "`references` must hold a list of captions for each image. "
            f"Received the string {captions!r} for image {key!r}; put it into "
            "a list."
        )
    if isinstance(captions, Mapping) or not isinstance(captions, Iterable):
        raise TypeError(
            "`references` must hold a list of captions for each image. "
            f"Received: {captions!r} of type {type(captions).__name__} for "
            f"image {key!r}."
        )
    captions = list(captions)
    if not captions:
        raise ValueError(
            "`references` must have at least one caption for each image. "
            f"Received: none for image {key!r}."
        )
    for caption in captions:
        if not isinstance(caption, str):
            raise TypeError(
                "`references` must hold strings. Received: "
                f"{caption!r} of type {type(caption).__name__} for image "
                f"{key!r}."
            )
    return captions
