"""Files of COCO captions: in COCO's own format, or in Karpathy's."""

import dataclasses
import functools
import json
import re

from recipes.datasets.coco.coco_splits import split_name
from recipes.datasets.data_format_error import DataFormatError

KARPATHY = "dataset_coco.json"
_NAME = re.compile(r"captions_((?:train|val|test)\d*)\.json$")


@dataclasses.dataclass(frozen=True)
class AnnotatedImage:
    """An image as annotations describe it.

    Args:
        id: Its number.
        file_name: Name of its file, without folders.
        folders: Names of folders it may lie in.
        split: `train`, `val` or `test`.
        captions: List of texts.
    """

    id: int
    file_name: str
    folders: tuple
    split: str
    captions: list


def annotation_files(folder, annotations=None):
    """Finds the annotations of a folder.

    Args:
        folder: The folder.
        annotations: Path of the annotations inside it, or `None` to search.

    Returns:
        A list of paths; empty if there are none.
    """
    if annotations is not None:
        path = folder / annotations
        if not path.is_file():
            raise DataFormatError(
                f"There is no file {path}. Give `annotations` as a path inside "
                f"{folder}."
            )
        return [path]
    places = [folder, folder / "annotations"]
    for place in places:
        if (place / KARPATHY).is_file():
            return [place / KARPATHY]
    candidates = [p for place in places for p in place.glob("captions_*.json")]
    # Results of a captioner bear such names too, but are lists.
    return sorted(p for p in candidates if isinstance(_read_json(p), dict))


def read_annotations(path):
    """Reads one file of annotations into a list of `AnnotatedImage`."""
    content = _read_json(path)
    read = _read_karpathy if "dataset" in content else _read_coco
    try:
        return read(path, content)
    except (KeyError, TypeError) as error:
        raise DataFormatError(
            f"{path} is not in COCO's caption format: {error!r}."
        ) from error


def _read_coco(path, content):
    captions = {image["id"]: [] for image in content["images"]}
    unknown = []
    for annotation in content["annotations"]:
        identity = annotation["image_id"]
        if identity not in captions:
            unknown.append(identity)
        else:
            captions[identity].append(annotation["caption"])
    if unknown:
        shown = ", ".join(str(i) for i in dict.fromkeys(unknown))
        raise DataFormatError(
            f"{path}: {len(unknown)} captions are of images that are not "
            f"listed: {', '.join(shown.split(', ')[:5])}."
        )
    named = _NAME.search(path.name)
    images = []
    for image in content["images"]:
        split = image.get("split") or (named and named.group(1))
        if not split:
            raise DataFormatError(
                f"{path}: image {image['id']} has no `split`, and the name of "
                "the file says none, as captions_train2017.json does."
            )
        images.append(
            AnnotatedImage(
                id=image["id"],
                file_name=image["file_name"],
                folders=(named.group(1),) if named else (),
                split=split_name(split, path),
                captions=captions[image["id"]],
            )
        )
    return images


def _read_karpathy(path, content):
    return [
        AnnotatedImage(
            id=image.get("cocoid", image["imgid"]),
            file_name=image["filename"],
            folders=(image.get("filepath", ""),),
            split=split_name(image["split"], path),
            captions=[s["raw"] for s in image["sentences"]],
        )
        for image in content["images"]
    ]


@functools.lru_cache(maxsize=4)
def _read_json(path):
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise DataFormatError(f"{path} is no JSON: {error}.") from error
