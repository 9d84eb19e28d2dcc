"""Where presets come from: the package, a cache filled by download, a hub.

A preset's manifest, with the SHA-256 of every file, is part of the package;
files too large to ship are fetched from the base URLs in the environment
variable `KERAS_TPR_PRESET_URL` (separated by commas or spaces, tried in
order) and kept under Keras' own cache directory.
"""

import os
import pathlib
import re
import reprlib
import shutil
import tempfile
import urllib.error

from zoo import registry
from zoo.manifest import (
    MANIFEST,
    PresetIntegrityError,
    file_digest,
    read_manifest,
    write_manifest,
)

__all__ = [
    "PresetDownloadError",
    "PresetIntegrityError",
    "check_preset",
    "download",
    "resolve",
    "write_manifest",
]

URL_VARIABLE = "KERAS_TPR_PRESET_URL"
HOME_VARIABLE = "KERAS_HOME"


class PresetDownloadError(OSError):
    """A preset's file could not be fetched from any of its URLs."""


def check_preset(preset):
    """Raises a `TypeError` unless `preset` is a name or a path."""
    if not isinstance(preset, (str, os.PathLike)):
        raise TypeError(
            "`preset` must be the name or the directory of a trained model. "
            f"Received: {reprlib.repr(preset)}. For a fresh model give words "
            "by name, as `vocabulary=`, and the tags of a tag detector as "
            "`class_names=`."
        )


def resolve(preset):
    """Turns what a person calls a preset into what keras-hub can open.

    Args:
        preset: A name as in `zoo.list_presets()`, a directory, or an address
            such as `hf://org/name` or `kaggle://org/model/keras/variation`.
            A name wins over a directory of that name; `./name` is the latter.

    Returns:
        A directory for a name, whose files have been checked; anything else
        as it is.

    Raises:
        TypeError: If it is no name or path.
        ValueError: If it is neither a known name nor a directory.
    """
    check_preset(preset)
    preset = os.fspath(preset)
    if preset in registry.list_presets():
        return download(preset)
    if "://" in preset or os.path.isdir(preset):
        return preset
    raise ValueError(
        f"There is no preset {preset!r}, and no such directory. "
        + registry.suggestion(preset, registry.list_presets())
        + " Presets on a hub are written hf://org/name."
    )


def download(name, base_url=None, cache_dir=None):
    """Returns a directory with all files of a preset, checked.

    Files in the cache are used as they are if their SHA-256 is right.
    Others are fetched from `<base_url>/<name>/<file>`, checked, and only then
    moved into the cache. Without arguments, a preset whose files are all part
    of the package is used from there.

    Args:
        name: Name of a preset.
        base_url: One or several URLs, a list or a string separated by commas
            or spaces; by default `KERAS_TPR_PRESET_URL`.
        cache_dir: Directory used instead of Keras' (`KERAS_HOME`, or
            `~/.keras`).

    Returns:
        The directory's path, a string.

    Raises:
        ValueError: If there is no such preset.
        PresetIntegrityError: If a file is not the one of the manifest.
            Nothing fetched is kept.
        PresetDownloadError: If a file could not be fetched.
        OSError: If the cache cannot be written to.
    """
    registry.find_preset(name)
    bundle = registry.WEIGHTS / name
    files = read_manifest(bundle)["files"]
    bundled = all((bundle / file).is_file() for file in files)
    if bundled and base_url is None and cache_dir is None:
        _check_bundle(bundle, files)
        return str(bundle)
    cache = pathlib.Path(cache_dir or _keras_home()).expanduser()
    target = cache / "models" / "keras_tpr" / name
    wanted = [file for file in files if not _is_intact(target, file, files)]
    if wanted:
        urls = _base_urls(base_url)
        if not urls and bundled:
            urls = [registry.WEIGHTS.absolute().as_uri()]
        try:
            cache.mkdir(parents=True, exist_ok=True)
            staging = tempfile.TemporaryDirectory(prefix=name, dir=cache)
        except OSError as error:
            raise OSError(
                f"The cache of presets {cache} cannot be written to: {error}. "
                f"Set the variable {HOME_VARIABLE}, or `cache_dir`, to a "
                "directory that can."
            ) from error
        with staging as folder:
            _fetch_files(name, wanted, files, urls, target, folder)
            shutil.copy(bundle / MANIFEST, folder)
            for file in [*wanted, MANIFEST]:
                place = target / file
                place.parent.mkdir(parents=True, exist_ok=True)
                os.replace(os.path.join(folder, file), place)
    return str(target)


def _check_bundle(bundle, files):
    for file, record in files.items():
        found = file_digest(bundle / file)
        if found != record["sha256"]:
            raise PresetIntegrityError(
                bundle / file,
                record["sha256"],
                found,
                "Install keras-tpr again.",
            )


def _is_intact(target, file, files):
    path = target / file
    return path.is_file() and file_digest(path) == files[file]["sha256"]


def _fetch_files(name, wanted, files, urls, target, folder):
    if not urls:
        raise PresetDownloadError(
            f"The preset {name!r} has to be fetched ({', '.join(wanted)}), "
            f"but no URL is known. Set the variable {URL_VARIABLE}, or "
            f"`base_url`, so that <URL>/{name}/{wanted[0]} is the file."
        )
    for file in wanted:
        damaged = None
        if (target / file).is_file():
            damaged = target / file, file_digest(target / file)
            # Never leave it where it could be loaded by its path.
            damaged[0].unlink()
        _fetch_file(
            file,
            files[file]["sha256"],
            [f"{url.rstrip('/')}/{name}/{file}" for url in urls],
            folder,
            damaged,
        )


def _fetch_file(file, expected, addresses, folder, damaged):
    """Fetches one file from the first address that has the right one.

    `damaged` is the path and digest of a wrong file, for the error message.
    """
    import keras

    subdirectory, basename = os.path.split(file)
    failures = []
    for address in addresses:
        try:
            path = keras.utils.get_file(
                basename,
                address,
                cache_dir=folder,
                cache_subdir=subdirectory,
                force_download=True,
            )
        # `get_file` reports what goes wrong with the plain class.
        except Exception as error:
            failures.append(error)
            if isinstance(error.__context__, urllib.error.HTTPError):
                error.__context__.close()
            continue
        found = file_digest(path)
        if found == expected:
            return
        damaged = address, found
    tried = f"Tried: {', '.join(addresses)}."
    if damaged is not None:
        raise PresetIntegrityError(
            damaged[0], expected, damaged[1], f"Nothing was kept. {tried}"
        )
    reasons = "; ".join(str(failure) for failure in failures)
    raise PresetDownloadError(
        f"{file} could not be fetched. {tried} {reasons}. Check the "
        f"connection, or set {URL_VARIABLE} to where the presets are."
    ) from failures[-1]


def _base_urls(base_url):
    if base_url is None:
        base_url = os.environ.get(URL_VARIABLE, "")
    if isinstance(base_url, str):
        base_url = re.split(r"[,\s]+", base_url)
    return [url for url in base_url if url]


def _keras_home():
    return os.environ.get(HOME_VARIABLE) or os.path.join("~", ".keras")
