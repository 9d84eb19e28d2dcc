"""A progress bar with one line for each phase of a run."""

import contextlib
import time

import rich.console
import rich.progress

# Reading a value waits for the device: not more often than this, in seconds.
REFRESH = 0.2


class RunProgress:
    """Shows the phases of a run with their progress and remaining time.

    Args:
        console: A `rich.console.Console`; by default standard error, so that
            scores alone go to standard output.
        disable: Whether to show nothing.

    Example:

    ```python
    with RunProgress() as progress:
        with progress.phase("score", total=len(images)) as bar:
            for image in images:
                bar.advance(1)
    ```
    """

    def __init__(self, console=None, disable=False):
        self._progress = rich.progress.Progress(
            rich.progress.TextColumn("{task.description:<10}"),
            rich.progress.BarColumn(),
            rich.progress.MofNCompleteColumn(),
            rich.progress.TimeElapsedColumn(),
            rich.progress.TimeRemainingColumn(),
            rich.progress.TextColumn("{task.fields[note]}"),
            console=console or rich.console.Console(stderr=True),
            disable=disable,
        )

    def __enter__(self):
        self._progress.start()
        return self

    def __exit__(self, *error):
        self._progress.stop()

    @contextlib.contextmanager
    def phase(self, name, total=None):
        """Opens a line; an unknown `total` shows as activity.

        Yields:
            A bar with `start(total, completed=0)` and
            `advance(steps, note=None)`, where `note` is a function that
            returns what to show behind the bar.
        """
        bar = _Bar(self._progress, name, total)
        yield bar
        bar.finish()

    def message(self, text):
        """Prints a line above the bars."""
        self._progress.console.print(text, highlight=False, markup=False)


class _Bar:
    def __init__(self, progress, name, total):
        self._progress = progress
        self._task = progress.add_task(name, total=total, note="")
        self._shown = 0.0

    def start(self, total, completed=0):
        self._progress.update(self._task, total=total, completed=completed)

    def advance(self, steps, note=None):
        self._progress.advance(self._task, steps)
        now = time.monotonic()
        if note is not None and now - self._shown > REFRESH:
            self._shown = now
            self._progress.update(self._task, note=note())

    def finish(self):
        task = self._progress.tasks[self._task]
        done = task.completed or 1
        self._progress.update(self._task, total=done, completed=done)
