"""Captions of a model with the references of their images, from two files."""

from typing import NamedTuple

from recipes.datasets.data_format_error import DataFormatError
from recipes.scoring.caption_json import first_ids
from recipes.scoring.read_references import read_references
from recipes.scoring.read_results import read_results


class CaptionPairs(NamedTuple):
    """What is scored.

    Args:
        candidates: Dict from image id to caption.
        references: Dict from image id to a list of captions, in the same
            order.
        annotated: Number of images in the annotations, scored or not.
    """

    candidates: dict
    references: dict
    annotated: int


def read_caption_pairs(results, annotations, subset=False):
    """Reads two files and matches them by image id.

    Args:
        results: Path of the captions; see `read_results`.
        annotations: Path of the references; see `read_references`.
        subset: Whether images without a caption are left out; otherwise they
            are an error.

    Returns:
        `CaptionPairs`, in the order of the results.

    Raises:
        DataFormatError: If a file is malformed, or the two do not belong
            together; the first five ids are named.
    """
    candidates = read_results(results)
    references = read_references(annotations)
    unknown = [key for key in candidates if key not in references]
    if unknown:
        raise DataFormatError(
            _other_type(candidates, references, results, annotations)
            or f"{results}: {len(unknown):,} images are not in {annotations}: "
            f"{first_ids(unknown)}. Take them out, or give the annotations "
            "that they belong to."
        )
    missing = [key for key in references if key not in candidates]
    if missing and not subset:
        raise DataFormatError(
            f"{results}: {len(missing):,} of the {len(references):,} images "
            f"of {annotations} have no caption: {first_ids(missing)}. Add "
            "them, or score only the images with captions: `--subset`."
        )
    without = [key for key in candidates if not references[key]]
    if without:
        raise DataFormatError(
            f"{annotations}: {len(without):,} images have no captions to "
            f"compare with: {first_ids(without)}. Add some, or take the "
            "images out of both files."
        )
    return CaptionPairs(
        candidates,
        {key: references[key] for key in candidates},
        len(references),
    )


def _other_type(candidates, references, results, annotations):
    """What to say if one file has strings for ids and the other integers."""
    ours, theirs = (
        {type(key) for key in keys} for keys in (candidates, references)
    )
    if ours & theirs:
        return None
    names = {int: "integers", str: "strings"}
    (our_type,), (their_type,) = ours, theirs
    return (
        f"{results}: image ids are {names[our_type]}, such as "
        f"{next(iter(candidates))!r}; in {annotations} they are "
        f"{names[their_type]}, such as {next(iter(references))!r}. Write them "
        "as there."
    )
