"""COCO captions from local files: one JSON, or more, and images."""

import os
import pathlib

from recipes.datasets.caption_records import CaptionRecords
from recipes.datasets.coco.annotation_files import (
    annotation_files,
    read_annotations,
)
from recipes.datasets.data_format_error import DataFormatError

IMAGE_SUFFIXES = (".jpg", ".jpeg", ".png", ".bmp", ".gif", ".webp")

_TREE = """\
Expected captions and images as
    captions_NAME.json              image entries have `split`
    images/*.jpg
or
    annotations/captions_train2017.json, annotations/captions_val2017.json
    train2017/*.jpg, val2017/*.jpg
or
    dataset_coco.json               Karpathy's splits
    train2014/*.jpg, val2014/*.jpg
or images alone, to caption them with a trained model."""


def read_coco_folder(folder, annotations=None):
    """Reads captions in COCO's format, or Karpathy's, and finds the images.

    Args:
        folder: The folder. Annotations lie in it or in `annotations/`, images
            in `images/`, in a folder named like COCO's (`train2017/`), or in
            the folder itself.
        annotations: Path of the annotations inside the folder, needed only if
            there are several sets of them.

    Returns:
        A dict from `train`, `val` and `test` to `CaptionRecords`, sorted by
        id. A folder of images without annotations gives one split, `images`,
        without captions.

    Raises:
        DataFormatError: If files are missing (the tree expected and what was
            found are shown), if images have no captions or captions no image
            (the first five ids are named), or if the JSON is malformed.
    """
    folder = pathlib.Path(folder)
    if not folder.is_dir():
        raise DataFormatError(f"There is no folder {folder}.\n{_TREE}")
    files = annotation_files(folder, annotations)
    if not files:
        return {"images": _images_alone(folder)}
    entries = {}
    for path in files:
        for entry in read_annotations(path):
            if entry.id in entries:
                raise DataFormatError(
                    f"{path}: image {entry.id} occurs twice. Name one file "
                    "with the setting `annotations`."
                )
            entries[entry.id] = entry
    _check_captions(files, entries.values())
    paths = _find_images(folder, entries.values())
    splits = {}
    for identity in sorted(entries):
        splits.setdefault(entries[identity].split, []).append(identity)
    return {
        split: CaptionRecords(
            ids=ids,
            images=[paths[i] for i in ids],
            captions=[entries[i].captions for i in ids],
        )
        for split, ids in splits.items()
    }


def _images_alone(folder):
    paths = sorted(
        path
        for place in (folder, folder / "images")
        for path in _listing(place).values()
        if path.suffix.lower() in IMAGE_SUFFIXES
    )
    if not paths:
        found = sorted(_listing(folder))[:10]
        raise DataFormatError(
            f"{folder} holds neither captions nor images.\n{_TREE}\n"
            f"Found: {', '.join(found) or 'nothing'}."
        )
    ids = [path.relative_to(folder).as_posix() for path in paths]
    return CaptionRecords(ids=ids, images=paths, captions=[[] for _ in ids])


def _check_captions(files, entries):
    without = [entry.id for entry in entries if not entry.captions]
    if without:
        raise DataFormatError(
            f"{_names(files)}: {len(without)} images have no captions: "
            f"{_first(without)}. Take them out of `images`, or add captions."
        )


def _find_images(folder, entries):
    """Returns the path of each entry's image."""
    listings, paths, missing = {}, {}, []
    for entry in entries:
        for place in ("images", *entry.folders, ""):
            if place not in listings:
                listings[place] = _listing(folder / place)
            if entry.file_name in listings[place]:
                paths[entry.id] = listings[place][entry.file_name]
                break
        else:
            missing.append(entry)
    if missing:
        found = ", ".join(
            f"{place or '.'}/ {len(names)}"
            for place, names in sorted(listings.items())
        )
        names = [f"{entry.id} ({entry.file_name})" for entry in missing]
        raise DataFormatError(
            f"{folder}: {len(missing)} of {len(entries)} images with captions "
            f"are missing: {_first(names)}.\n{_TREE}\nFound files: {found}."
        )
    return paths


def _listing(folder):
    if not folder.is_dir():
        return {}
    with os.scandir(folder) as entries:
        return {entry.name: pathlib.Path(entry.path) for entry in entries}


def _first(items):
    shown = ", ".join(map(str, items[:5]))
    return shown + (", ..." if len(items) > 5 else "")


def _names(files):
    return ", ".join(str(path) for path in files)
