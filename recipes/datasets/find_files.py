"""Search for the files of a data set in a folder of the user's."""

import pathlib

from recipes.datasets.data_format_error import DataFormatError


def find_files(folder, names, layout, subfolders=("",)):
    """Finds the files of a data set, each plain or compressed by gzip.

    Args:
        folder: The folder that the user named.
        names: Paths of the files; each may have `.gz` at its end, too.
        layout: The files expected, as text for the error.
        subfolders: Folders inside `folder` to search, the first that holds
            any of the files being taken.

    Returns:
        A dict from names to paths.

    Raises:
        DataFormatError: If there is no such folder, or a file is missing; the
            files expected and those found are shown.
    """
    folder = pathlib.Path(folder)
    if not folder.is_dir():
        raise DataFormatError(f"There is no folder {folder}.\n{layout}")
    for subfolder in subfolders:
        paths = present_files(folder / subfolder, names)
        if paths:
            break
    missing = [name for name in names if name not in paths]
    if missing:
        shown = ", ".join(missing[:5]) + (", ..." if len(missing) > 5 else "")
        raise DataFormatError(
            f"{folder / subfolder if paths else folder}: {len(missing)} of "
            f"{len(names)} files are missing: {shown}.\n{layout}\n"
            f"Found: {_listing(folder)}."
        )
    return paths


def present_files(folder, names):
    """Those of some files that a folder has, each plain or with `.gz`.

    Args:
        folder: A `pathlib.Path`; it need not exist.
        names: Paths of the files inside it.

    Returns:
        A dict from names to paths.
    """
    candidates = {
        name: (folder / name, folder / f"{name}.gz") for name in names
    }
    return {
        name: path
        for name, paths in candidates.items()
        for path in reversed(paths)  # the plain file, if there are both
        if path.is_file()
    }


def _listing(folder):
    """What is in a folder and in the folders inside."""
    found = sorted(
        path.relative_to(folder).as_posix() + ("/" if path.is_dir() else "")
        for pattern in ("*", "*/*")
        for path in folder.glob(pattern)
    )
    shown = ", ".join(found[:20]) + (", ..." if len(found) > 20 else "")
    return shown or "nothing"
