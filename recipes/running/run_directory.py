"""The folder a run leaves its files in."""

import contextlib
import json
import pathlib

from recipes.running.run_error import RunError
from zoo.atomic_file import TEMPORARY, write_json

RUN = "run.json"
RESULT = "result.json"
SECTIONS = "sections.json"


class RunDirectory:
    """A folder that belongs to one run, told by its recipe and settings.

    As a context it takes the folder away again if the run fails before it has
    left anything there.

    Args:
        path: The folder; made if need be.
        identity: Dict of plain values that tells the run from others. It is
            written there, or must equal what is.

    Raises:
        RunError: If the folder belongs to another run, holds other files, is
            damaged or cannot be made.
    """

    def __init__(self, path, identity):
        self.path = pathlib.Path(path)
        self._made = []
        self._new = False
        try:
            self._open(identity)
        except OSError as error:
            raise RunError(
                f"`output` {self.path} cannot be the folder of a run: {error}. "
                "Give another folder."
            ) from error

    def __enter__(self):
        return self

    def __exit__(self, kind, error, traceback):
        if kind is not None and self._new:
            self._remove_if_unused()

    @property
    def result(self):
        """The result of the run, or `None` while it is not finished."""
        return read_result(self.path) if self._is_finished() else None

    def finish(self, result, evaluation):
        """Writes what was found; the result last, as it marks the end."""
        for name, value in evaluation.outputs.items():
            write_json(self.path / name, value)
        sections = [[s.title, s.html] for s in evaluation.sections]
        write_json(self.path / SECTIONS, sections)
        write_json(self.path / RESULT, result)
        # Of processes killed while they wrote.
        for leftover in self.path.glob(f"*{TEMPORARY}"):
            leftover.unlink(missing_ok=True)

    def _is_finished(self):
        return (self.path / RESULT).exists()

    def _open(self, identity):
        if self.path.exists() and not self.path.is_dir():
            raise RunError(f"`output` {self.path} is a file, not a folder.")
        run = self.path / RUN
        if run.exists():
            remedy = f"Delete {self.path}, or give another output folder."
            there = read_json(run, remedy)
            if not isinstance(there, dict):
                raise RunError(f"{run} describes no run. {remedy}")
            _check_identity(self.path, there, identity)
        elif self.path.exists() and any(self.path.iterdir()):
            names = sorted(p.name for p in self.path.iterdir())
            raise RunError(
                f"`output` {self.path} is not empty and holds no {RUN}: it is "
                f"not the folder of a run. Found: {', '.join(names[:5])}. "
                "Give a new folder."
            )
        else:
            folders = (self.path, *self.path.parents)
            self._made = [f for f in folders if not f.exists()]
            self._new = True
            write_json(run, identity)

    def _remove_if_unused(self):
        if [path.name for path in self.path.iterdir()] != [RUN]:
            return
        (self.path / RUN).unlink()
        # Another run may have used a folder above meanwhile.
        with contextlib.suppress(OSError):
            for folder in self._made:
                folder.rmdir()


def read_result(folder):
    """Returns the result that a run left in a folder.

    Raises:
        RunError: If there is none, or if it is damaged.
    """
    path = pathlib.Path(folder) / RESULT
    if not path.exists():
        raise RunError(
            f"{folder} has no {RESULT}: no run has finished there. Start or "
            "resume it with `python -m recipes run`."
        )
    remedy = (
        "Delete it and give the command of the run again: what was trained is "
        "kept."
    )
    result = read_json(path, remedy)
    if not isinstance(result, dict) or "scores" not in result:
        raise RunError(f"{path} is no result of a run. {remedy}")
    return result


def read_json(path, remedy="Delete it."):
    """Returns what a JSON file of a run holds.

    Args:
        path: The file.
        remedy: What to do if it is damaged, as a sentence.

    Raises:
        RunError: If it is damaged.
    """
    path = pathlib.Path(path)
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise RunError(f"{path} is damaged: {error}. {remedy}") from error


def _check_identity(path, there, now):
    differing = [
        f"{name} ({_differences(there.get(name), now.get(name))})"
        for name in sorted({*there, *now})
        if there.get(name) != now.get(name)
    ]
    if differing:
        raise RunError(
            f"`output` {path} belongs to another run. Differing: "
            f"{'; '.join(differing)}. Give another output folder, or delete "
            "this one."
        )


def _differences(there, now):
    if isinstance(there, dict) and isinstance(now, dict):
        return ", ".join(
            f"{name}: {there.get(name)!r} there, {now.get(name)!r} now"
            for name in sorted({*there, *now})
            if there.get(name) != now.get(name)
        )
    return f"{there!r} there, {now!r} now"
