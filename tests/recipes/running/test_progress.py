import io
import itertools

import pytest
import rich.console

from recipes.running import progress as module
from recipes.running.progress import RunProgress


def test_phases_are_shown():
    buffer = io.StringIO()
    console = rich.console.Console(
        file=buffer, width=100, force_terminal=True, force_interactive=True
    )
    with RunProgress(console) as progress:
        progress.message("[3 images]")
        with progress.phase("train", total=4) as bar:
            bar.advance(3, lambda: "loss 0.5")
            bar.advance(1, lambda: "too soon to be asked for")
        with progress.phase("score") as bar:
            bar.start(10, completed=4)
            bar.advance(6)
    shown = buffer.getvalue()
    assert "[3 images]" in shown
    assert "train" in shown and "4/4" in shown and "loss 0.5" in shown
    assert "score" in shown and "10/10" in shown
    assert "too soon" not in shown


@pytest.fixture
def log(monkeypatch):
    """What is printed where there is no terminal, at a second a look."""
    seconds = itertools.count()
    monkeypatch.setattr(module.time, "monotonic", lambda: float(next(seconds)))
    return io.StringIO()


def lines(log):
    return log.getvalue().splitlines()


def test_a_log_has_a_line_for_each_check_and_phase(log):
    with RunProgress(rich.console.Console(file=log, width=20)) as progress:
        with progress.phase("build"):
            pass
        with progress.phase("train") as bar:
            bar.start(4, completed=1)
            bar.advance(1, lambda: "not asked for")
            bar.check("loss 3.2100 val_loss 3.0000")
            bar.advance(2)
        progress.message("[a line longer than the width]")
    assert lines(log) == [
        "build done in 1.0 s",
        "train 2/4 loss 3.2100 val_loss 3.0000",
        "train 4/4 done in 4.0 s",
        "[a line longer than the width]",
    ]


def test_a_log_says_now_and_then_how_far_it_is(log):
    with RunProgress(rich.console.Console(file=log)) as progress:
        with progress.phase("features", total=1000) as bar:
            for _ in range(100):
                bar.advance(10)
    assert lines(log) == [
        "features 610/1000",
        "features 1000/1000 done in 102.0 s",
    ]


def test_a_phase_that_fails_is_not_done(log):
    with pytest.raises(ValueError):
        with RunProgress(rich.console.Console(file=log)) as progress:
            with progress.phase("data"):
                raise ValueError
    assert lines(log) == []


def test_disabled(log):
    console = rich.console.Console(file=log)
    with RunProgress(console, disable=True) as progress:
        with progress.phase("data") as bar:
            bar.check("loss 1")
    assert lines(log) == []
