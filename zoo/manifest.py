"""The manifest of a preset directory: what is in it, and how good it is."""

import functools
import hashlib
import json
import os
import pathlib

from zoo.atomic_file import write_json

MANIFEST = "manifest.json"
WEIGHTS_FILE = "model.weights.h5"
REQUIRED_FIELDS = ("model", "data", "licence", "recipe", "metric", "score")


class PresetIntegrityError(RuntimeError):
    """A file of a preset is not the one that its manifest describes.

    Args:
        place: Path or URL of the file.
        expected: SHA-256 in the manifest.
        found: SHA-256 of the file.
        remedy: What to do about it.
    """

    def __init__(self, place, expected, found, remedy):
        super().__init__(
            f"{place} is damaged or was replaced: its SHA-256 is {found}, "
            f"the manifest says {expected}. {remedy}"
        )
        self.place = place
        self.expected = expected
        self.found = found


def write_manifest(directory, **fields):
    """Writes `manifest.json` into a preset directory.

    Sizes and digests are those of the files that lie there; `params` and
    `vocabulary_hash` are read from the preset unless given.

    Args:
        directory: A directory written by `save_to_preset`.
        **fields: `model` (the function's name), `data`, `licence` (of the
            data), `recipe`, `metric` and `score` are required; others are
            written as they are.

    Returns:
        The manifest, a dict.

    Raises:
        ValueError: If a required field is missing.
        FileNotFoundError: If the directory holds no `config.json`.
    """
    missing = [name for name in REQUIRED_FIELDS if name not in fields]
    if missing:
        raise ValueError(
            f"A manifest needs the fields {', '.join(REQUIRED_FIELDS)}; "
            f"missing: {', '.join(missing)}."
        )
    directory = pathlib.Path(directory)
    if not (directory / "config.json").is_file():
        raise FileNotFoundError(
            f"{directory} holds no config.json. Write the preset first, with "
            "`model.save_to_preset(directory)`."
        )
    manifest = {
        "params": _parameter_count(directory),
        "vocabulary_hash": _vocabulary_hash(directory),
        **fields,
        "files": {
            path.relative_to(directory).as_posix(): {
                "bytes": path.stat().st_size,
                "sha256": file_digest(path),
            }
            for path in sorted(directory.rglob("*"))
            if path.is_file() and path != directory / MANIFEST
        },
    }
    write_json(directory / MANIFEST, manifest)
    return manifest


def read_manifest(directory):
    """Returns the manifest of a preset directory as a dict."""
    path = pathlib.Path(directory) / MANIFEST
    return json.loads(path.read_text(encoding="utf-8"))


def file_digest(path):
    """SHA-256 of a file; hashed again only after the file has changed."""
    stat = os.stat(path)
    return _digest(os.path.abspath(path), stat.st_size, stat.st_mtime_ns)


@functools.cache
def _digest(path, size, modified):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _parameter_count(directory):
    path = directory / "metadata.json"
    if not path.is_file():
        return None
    return json.loads(path.read_text())["parameter_count"]


def _vocabulary_hash(directory):
    path = directory / "assets" / "tokenizer" / "vocabulary.txt"
    if not path.is_file():
        return None
    # One token a line: without the last new line, the text that is hashed.
    return hashlib.sha256(path.read_bytes().removesuffix(b"\n")).hexdigest()
