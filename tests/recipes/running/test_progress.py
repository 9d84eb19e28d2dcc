import io

import rich.console

from recipes.running.progress import RunProgress


def test_phases_are_shown():
    buffer = io.StringIO()
    console = rich.console.Console(file=buffer, width=100)
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
