"""The folder a run leaves its files in."""

import json
import pathlib

from recipes.running.atomic_file import write_json
from recipes.running.run_error import RunError

RUN = "run.json"
RESULT = "result.json"
SECTIONS = "sections.json"


class RunDirectory:
    """A folder that belongs to one run, told by its recipe and settings.

    Args:
        path: The folder; made if need be.
        identity: Dict of plain values that tells the run from others. It is
            written there, or must equal what is.

    Raises:
        RunError: If the folder belongs to another run, or holds other files.
    """

    def __init__(self, path, identity):
        self.path = pathlib.Path(path)
        if self.path.exists() and not self.path.is_dir():
            raise RunError(f"`output` {self.path} is a file, not a folder.")
        run = self.path / RUN
        if run.exists():
            _check_identity(self.path, read_json(run), identity)
        elif self.path.exists() and any(self.path.iterdir()):
            names = sorted(p.name for p in self.path.iterdir())
            raise RunError(
                f"`output` {self.path} is not empty and holds no {RUN}: it is "
                f"not the folder of a run. Found: {', '.join(names[:5])}. "
                "Give a new folder."
            )
        else:
            write_json(run, identity)

    @property
    def result(self):
        """The result of the run, or `None` while it is not finished."""
        path = self.path / RESULT
        return read_json(path) if path.exists() else None

    def finish(self, result, evaluation):
        """Writes what was found; the result last, as it marks the end."""
        for name, value in evaluation.outputs.items():
            write_json(self.path / name, value)
        sections = [[s.title, s.html] for s in evaluation.sections]
        write_json(self.path / SECTIONS, sections)
        write_json(self.path / RESULT, result)


def read_json(path):
    """Returns what a JSON file holds."""
    return json.loads(pathlib.Path(path).read_text(encoding="utf-8"))


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
