"""Progress of a run: bars on a terminal, lines in a log."""

import contextlib
import time

import rich.console
import rich.progress

# Reading a value waits for the device: not more often than this, in seconds.
REFRESH = 0.2
# Without a terminal: how often a phase says how far it is, in seconds.
LOG_EVERY = 60.0


class RunProgress:
    """Shows the phases of a run with their progress and remaining time.

    On a terminal each phase is a bar. Elsewhere, as in a log file, it prints
    a line when it ends, at each of its checks, and once a minute.

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
        console = console or rich.console.Console(stderr=True)
        self._console = console
        self._logs = not disable and not console.is_interactive
        self._progress = rich.progress.Progress(
            rich.progress.TextColumn("{task.description:<10}"),
            rich.progress.BarColumn(),
            rich.progress.MofNCompleteColumn(),
            rich.progress.TimeElapsedColumn(),
            rich.progress.TimeRemainingColumn(),
            rich.progress.TextColumn("{task.fields[note]}"),
            console=console,
            disable=disable or self._logs,
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
            A bar with `start(total, completed=0)`, `advance(steps,
            note=None)`, where `note` is a function that returns what to show
            behind the bar, and `check(note)`, for a text worth a line of a
            log.
        """
        if self._logs:
            bar = _Log(self.message, name, total)
        else:
            bar = _Bar(self._progress, name, total)
        yield bar
        bar.finish()

    def message(self, text):
        """Prints a line above the bars."""
        self._console.print(text, highlight=False, markup=False, soft_wrap=True)


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

    def check(self, note):
        # Left there for a while before the next step replaces it.
        self._shown = time.monotonic() + 10 * REFRESH
        self._progress.update(self._task, note=note)

    def finish(self):
        task = self._progress.tasks[self._task]
        done = task.completed or 1
        self._progress.update(self._task, total=done, completed=done)


class _Log:
    def __init__(self, message, name, total):
        self._message = message
        self._name = name
        self._total = total
        self._completed = 0
        self._begin = self._shown = time.monotonic()

    def start(self, total, completed=0):
        self._total = total
        self._completed = completed

    def advance(self, steps, note=None):
        self._completed += steps
        if time.monotonic() - self._shown > LOG_EVERY:
            self.check("" if note is None else note())

    def check(self, note):
        self._shown = time.monotonic()
        parts = [self._name]
        if self._total is not None:
            parts.append(f"{self._completed}/{self._total}")
        self._message(" ".join([*parts, note]).rstrip())

    def finish(self):
        self._total = self._completed or None
        self.check(f"done in {time.monotonic() - self._begin:.1f} s")
