"""Files that are either whole or absent."""

import contextlib
import json
import os
import pathlib

# How names of files end that are not complete.
TEMPORARY = ".tmp"


@contextlib.contextmanager
def atomic_file(path, mode="w"):
    """Opens a file that appears under its name only once it is complete.

    Args:
        path: Where the file shall be; its folder is made if need be. Of two
            processes that write it at once, the later one wins.
        mode: `"w"` for text, in UTF-8, or `"wb"`.

    Yields:
        The open file. An exception inside the block leaves nothing behind.
    """
    path = pathlib.Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    # Two processes may write the same file at once.
    temporary = path.with_name(f"{path.name}.{os.getpid()}{TEMPORARY}")
    # Lines end the same everywhere: presets have checksums.
    text = {} if "b" in mode else {"encoding": "utf-8", "newline": "\n"}
    try:
        with open(temporary, mode, **text) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def write_json(path, value):
    """Writes a value as indented JSON that is whole or absent."""
    # Made before the file is opened: what cannot be written raises here.
    text = json.dumps(value, indent=2, ensure_ascii=False) + "\n"
    with atomic_file(path) as file:
        file.write(text)
